import { useCallback } from "react";
import { useDispatch, useSelector } from "react-redux";
import { useLocation } from "react-router-dom";
import { serverUnreachable } from "#api/connectionEvents.ts";
import { selectReturns } from "#sync/connection/connectionSlice.ts";

/**
 * The boundary around a screen: its error is left behind on another page, and when the connection
 * is back; and code that could not be fetched raises the question whether the server is there.
 */
export function useScreenBoundary() {
  const { pathname } = useLocation();
  const returns = useSelector(selectReturns);
  const dispatch = useDispatch();
  const onLoadFailure = useCallback(() => void dispatch(serverUnreachable()), [dispatch]);
  return { resetKey: `${pathname} ${returns}`, onLoadFailure };
}
