import type { ThunkDispatch, TypedStartListening, UnknownAction } from "@reduxjs/toolkit";
import type { ApiExtra } from "#api/apiExtra.ts";
import type { Channel } from "#lib/channel.ts";
import type { Drafts } from "./drafts.ts";
import type { TokenVault } from "./tokens.ts";

export interface LiveOptions {
  /** Settles when the page has started and is idle. */
  whenIdle: () => Promise<void>;
  /** Opens a channel to the other tabs; null where there is none. */
  openChannel: (name: string) => Channel | null;
  /** The delay in ms before the stream is first reopened. It doubles up to `maxReopenDelayMs`. */
  reopenDelayMs: number;
  maxReopenDelayMs: number;
  /** The pause in ms between two rounds of refetching stale queries. */
  refetchIntervalMs: number;
  /**
   * The delay in ms before this tab takes over the stream, so that it first notices another tab's
   * sign-out.
   */
  takeoverDelayMs: number;
}

/** The store's extra argument: services for thunks, queries and listeners. */
export interface AppExtra extends ApiExtra {
  tokens: TokenVault;
  /** Unsaved texts, and the page on which an expired session interrupted the user. */
  drafts: Drafts;
  /** How live updates are received; null disables them. */
  live: LiveOptions | null;
  /** The delay in ms before the app retries a failed query of a mounted screen; null disables retries. */
  failedQueryRetryMs: number | null;
  /** Locks across tabs, where the browser has them. */
  locks: Pick<LockManager, "request"> | undefined;
}

/** Types the store's extra argument, which RTK Query passes on as `unknown`. */
export function appExtraOf(api: { extra: unknown }): AppExtra {
  return api.extra as AppExtra;
}

/** Dispatches actions and thunks to a store whose state holds at least `State`. */
export type StoreDispatch<State = unknown> = ThunkDispatch<State, AppExtra, UnknownAction>;

/** The parts of the store that listeners of late code need when they start. */
export interface ListeningStore<State> {
  dispatch: StoreDispatch<State>;
  getState: () => State;
  extra: AppExtra;
}

/** Starts a listener that reads `State` of the store. */
export type StartListening<State> = TypedStartListening<State, StoreDispatch<State>, AppExtra>;
