import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ActivityResponse } from "#contract/activity.ts";
import { useMarkActivitySeenMutation } from "./activityApi.ts";

/** What an address of the activity keeps in the browser's history. */
interface VisitState {
  /** The newest change that the user had seen before this visit. */
  seen: number;
}

/** The state of a visit, for the addresses that belong to it. */
function visitOf(state: unknown): VisitState | null {
  const { seen } = (state ?? {}) as Partial<VisitState>;
  return typeof seen === "number" ? { seen } : null;
}

/**
 * How far the user had read before this visit; undefined until the first response. It stays the same
 * while the user filters, and when they come back from a task, because the address keeps it. What the view of
 * everything shows is marked as seen; a filtered view hides changes that the user hasn't seen.
 */
export function useVisit(
  newest: ActivityResponse | null | undefined,
  isFiltered: boolean,
): number | undefined {
  const location = useLocation();
  const navigate = useNavigate();
  const [markSeen] = useMarkActivitySeenMutation();
  const visit = visitOf(location.state);
  const until = newest?.entries[0]?.number ?? 0;

  const begin = useEffectEvent(({ seen }: ActivityResponse) => {
    if (visit) return;
    const { pathname, search, hash } = location;
    void navigate({ pathname, search, hash }, { replace: true, state: { seen } });
  });
  useEffect(() => {
    if (newest) begin(newest);
  }, [newest]);

  const isNew = !isFiltered && newest != null && until > newest.seen;
  useEffect(() => {
    if (isNew) void markSeen({ until });
  }, [isNew, until, markSeen]);

  return visit?.seen ?? newest?.seen;
}
