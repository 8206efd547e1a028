import type { UnknownAction } from "@reduxjs/toolkit";
import type { AppExtra, LiveOptions } from "#session/appExtra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import type { WithLive } from "./liveSlice.ts";
import type { CacheAccess } from "./refetchStale.ts";

/** The environment in which the stream of one signed-in user runs. */
export interface LiveContext {
  userId: string;
  options: LiveOptions;
  extra: AppExtra;
  dispatch: CacheAccess["dispatch"];
  getState: () => WithLive & WithConnection & ReturnType<CacheAccess["getState"]>;
  /** Aborts when the user is no longer signed in. */
  signal: AbortSignal;
  /** Waits for a matching action, or for `timeoutMs`; resolves to whether there was one. */
  condition: (isMet: (action: UnknownAction) => boolean, timeoutMs?: number) => Promise<boolean>;
  /** The last event that this tab's cache includes; null if the server sends no position. */
  startPosition: () => string | null;
}
