import type { WithApi } from "#api/api.ts";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { type CallError, statusOf } from "#api/errors.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { endedSession } from "#session/endedSession.ts";
import type { WithConnection } from "./connectionSlice.ts";

/** The relevant parts of a rejected query's or mutation's action. */
export interface RejectedCall {
  payload?: CallError;
  error?: unknown;
  meta: {
    requestId: string;
    aborted?: boolean;
    condition?: boolean;
    /** Queries have a cache key. `subscribe: false` marks a refetch. */
    arg?: { endpointName?: string; queryCacheKey?: string; subscribe?: boolean };
  };
}

interface ListenerApi {
  getState: () => WithApi & WithConnection;
  getOriginalState: () => WithApi & WithConnection;
  extra: Pick<AppExtra, "tokens">;
}

/** Whether the app shows the user that a call failed. */
export function isReportable({ meta, payload }: RejectedCall, api: ListenerApi): boolean {
  // Aborted and unsent requests did not fail. A session reports its own end.
  if (meta.aborted || meta.condition || endedSession(payload, api.extra)) return false;
  const { queryCacheKey, subscribe } = meta.arg ?? {};
  if (queryCacheKey === undefined) return true;
  // The banner already shows that the connection is lost.
  if (selectIsOffline(api.getState())) return false;
  // A refetch that fails in the same way as the request before it was already reported.
  const before = api.getOriginalState().api.queries[queryCacheKey]?.error as CallError;
  return subscribe !== false || !before || statusOf(before) !== statusOf(payload);
}
