import { useEffect, useMemo } from "react";
import { toast } from "react-hot-toast/headless";
import { useSelector } from "react-redux";
import { isNotOffered } from "#api/errors.ts";
import type { SavedView, ViewsResponse } from "#contract/shapes/view.ts";
import { isBareView } from "#lib/filters/view.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import { selectHasExtensions, selectMayHaveExtensions } from "#sync/extensions/extensions.ts";
import { viewListApi } from "./viewListApi.ts";

const { useQueryState, useQuerySubscription } = viewListApi.endpoints.getViews;

/** The views that the user sees; without data before they arrive, and with a server that has none. */
export function useViews() {
  useQuerySubscription(undefined, { skip: !useSelector(selectHasExtensions) });
  // Not the subscription's data, because the views of the last visit show before any response.
  return useQueryState(undefined, {
    selectFromResult: ({ data, error, isFetching }) => ({ data, error, isFetching }),
  });
}

const GONE = "This view no longer exists, or it isn't shared with you.";
const NOT_LOADED = "The view could not be loaded.";

/**
 * The view that an address names. `isGone`: there is none with this id, or with this server; the user is told.
 * Without a connection an address with filters stays as it is.
 */
export function useNamedView(search: string): { view: SavedView | undefined; isGone: boolean } {
  const { data, error, isFetching } = useViews();
  const id = new URLSearchParams(search).get("view");
  const view = data?.views.find((one) => one.id === id);
  const isKnown = data !== undefined && !error;
  const hasFailed = error !== undefined && (isBareView(search) || isNotOffered(error));
  const isSettled =
    !useSelector(selectMayHaveExtensions) || (!isFetching && (isKnown || hasFailed));
  const isGone = id !== null && !view && isSettled;
  useEffect(() => {
    if (isGone) toast.error(isKnown ? GONE : NOT_LOADED, { id: "view" });
  }, [isGone, isKnown]);
  return { view, isGone };
}

/** The views in the order of the menu: the user's start, their own ones, and the others. */
export function inMenuOrder({ views, start }: ViewsResponse, myId: string | undefined) {
  const rank = ({ id, owner }: SavedView) => (id === start ? 0 : owner?.id === myId ? 1 : 2);
  return views.toSorted((one, other) => rank(one) - rank(other));
}

/** {@link inMenuOrder} for the signed-in user; undefined before the views arrive. */
export function useMenuViews(): SavedView[] | undefined {
  const myId = useSelector(selectStoredUser)?.id;
  const { data } = useViews();
  return useMemo(() => data && inMenuOrder(data, myId), [data, myId]);
}
