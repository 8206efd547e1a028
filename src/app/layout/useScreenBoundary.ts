import { useCallback } from "react";
import { useDispatch, useSelector } from "react-redux";
import { useLocation } from "react-router-dom";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { selectReturnCount } from "#sync/connection/connectionSlice.ts";

/**
 * The props of the error boundary around a screen. Its error is cleared on another page and when
 * the connection is back. A failed download of code triggers a connection check.
 */
export function useScreenBoundary() {
  const { pathname } = useLocation();
  const returns = useSelector(selectReturnCount);
  const dispatch = useDispatch();
  const onLoadFailure = useCallback(() => void dispatch(serverUnreachable()), [dispatch]);
  return { resetKey: `${pathname} ${returns}`, onLoadFailure };
}
