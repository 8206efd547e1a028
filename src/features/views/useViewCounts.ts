import { useEffect, useState } from "react";
import type { SavedView } from "#contract/shapes/view.ts";
import { useToday } from "#lib/hooks.ts";
import {
  useGetCountedChangeQuery,
  useLazyGetViewCountsQuery,
  useViewCountsState,
} from "./viewsApi.ts";

/** The shortest time in ms from one call to the next. */
const COUNT_EVERY_MS = 10_000;

/** When the counts were last read, and of what: the menu may be removed and come back, as on a phone. */
let last = { at: -COUNT_EVERY_MS, of: "" };

function useIsHidden(): boolean {
  const [isHidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isHidden;
}

/**
 * How many tasks each of the menu's views shows, by their ids. The counts are read when something has changed, in
 * one call, at most every ten seconds, and never while the tab is hidden.
 */
export function useViewCounts(views: readonly SavedView[]): ReadonlyMap<string, string> {
  const ids = views.map(({ id }) => id).join();
  const { data: changedAt } = useGetCountedChangeQuery();
  const today = useToday();
  const isHidden = useIsHidden();
  const [read, { data: former }] = useLazyGetViewCountsQuery();
  // Also what another menu has read: on a phone it comes and goes.
  const { data = former } = useViewCountsState(ids);
  const wanted = ids && changedAt !== undefined ? `${ids} ${changedAt} ${today}` : "";
  const isRead = data !== undefined && last.of === wanted;
  useEffect(() => {
    if (isHidden || isRead || wanted === "") return undefined;
    const wait = Math.max(0, last.at + COUNT_EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      last = { at: performance.now(), of: wanted };
      void read(ids);
    }, wait);
    return () => clearTimeout(timer);
  }, [isHidden, isRead, wanted, ids, read]);
  return new Map(data?.map(({ id, total, atLeast }) => [id, `${total}${atLeast ? "+" : ""}`]));
}
