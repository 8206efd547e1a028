import { ACTIVITY_SCOPES, type ActivityQuery, type ActivityScope } from "#contract/activity.ts";
import { HISTORY_KINDS, type HistoryKind } from "#contract/taskHistory.ts";
import { idIn } from "#lib/addressValues.ts";

/** The filters of the activity; "" if not set. */
export interface ActivityView {
  scope: ActivityScope | "";
  /** A user's id. */
  actor: string;
  kind: HistoryKind | "";
}

export const ALL_ACTIVITY: ActivityView = { scope: "", actor: "", kind: "" };

/** Reads the query part of an address. Invalid values count as not set. */
export function readActivityAddress(search: string): ActivityView {
  const params = new URLSearchParams(search);
  return {
    scope: ACTIVITY_SCOPES.find((scope) => scope === params.get("scope")) ?? "",
    actor: idIn(params.get("actor") ?? ""),
    kind: HISTORY_KINDS.find((kind) => kind === params.get("kind")) ?? "",
  };
}

/** The query part of the address of a view: "" for all activity. */
export function writeActivityAddress(view: ActivityView): string {
  const query = new URLSearchParams(toActivityQuery(view)).toString();
  return query && `?${query}`;
}

/** The query parameters of GET /api/activity, without the position. */
export const toActivityQuery = ({
  scope,
  actor,
  kind,
}: ActivityView): Omit<ActivityQuery, "before"> => ({
  ...(scope && { scope }),
  ...(actor && { actor }),
  ...(kind && { kind }),
});

export const hasActivityFilters = (view: ActivityView): boolean =>
  Object.values(view).some((value) => value !== "");
