import { ACTIVITY_SCOPES, type ActivityQuery, type ActivityScope } from "#contract/activity.ts";
import { HISTORY_KINDS, type HistoryKind } from "#contract/taskHistory.ts";
import { idIn } from "#lib/address/addressValues.ts";
import { paths } from "#lib/address/paths.ts";
import { oneOf, setFilters, type ViewSpec } from "#lib/filters/view.ts";

/** The filters of the activity; "" if not set. */
export interface ActivityFilters {
  scope: ActivityScope | "";
  /** A user's id. */
  actor: string;
  kind: HistoryKind | "";
}

const spec: ViewSpec<ActivityFilters> = {
  filters: { scope: oneOf(ACTIVITY_SCOPES), actor: idIn, kind: oneOf(HISTORY_KINDS) },
};

export const ACTIVITY = { path: paths.activity, spec };

/** The query parameters of GET /api/activity, without the position. */
export const toActivityQuery = (filters: ActivityFilters): ActivityQuery =>
  setFilters(filters) as ActivityQuery;
