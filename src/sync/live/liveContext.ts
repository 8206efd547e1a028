import type { UnknownAction } from "@reduxjs/toolkit";
import type { AppExtra, LiveOptions } from "#session/extra.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import type { CacheAccess } from "./freshen.ts";
import type { WithLive } from "./liveSlice.ts";

/** What the stream of one signed-in user is run with, from its start to its end. */
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
  /** What this tab's cache is up to date with at least; null if the server doesn't say. */
  startPosition: () => string | null;
}
