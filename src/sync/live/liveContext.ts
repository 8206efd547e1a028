import type { UnknownAction } from "@reduxjs/toolkit";
import type { AppExtra, LiveOptions } from "#session/extra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import type { WithLive } from "./liveSlice.ts";
import type { CacheAccess } from "./refetchStale.ts";

/** What the stream of one signed-in user needs. */
export interface LiveContext {
  userId: string;
  options: LiveOptions;
  extra: AppExtra;
  dispatch: CacheAccess["dispatch"];
  getState: () => WithLive & WithConnection & ReturnType<CacheAccess["getState"]>;
  /** Aborts when the stream is no longer wanted. */
  signal: AbortSignal;
  /** Waits until an action fulfils the condition, or so many ms. */
  condition: (isMet: (action: UnknownAction) => boolean, ms?: number) => Promise<boolean>;
  /** This tab's cache includes the events up to here; null if the server sends no position. */
  startPosition: () => string | null;
}
