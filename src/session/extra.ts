import type { ThunkDispatch, TypedStartListening, UnknownAction } from "@reduxjs/toolkit";
import type { ApiExtra } from "#api/extra.ts";
import type { Drafts } from "./drafts.ts";
import type { TokenVault } from "./tokens.ts";

/** Sends messages to the other tabs of the browser. */
export interface Channel {
  post(message: unknown): void;
  close(): void;
}

/** Times are in ms. */
export interface LiveOptions {
  /** Settles when the page has started and is idle. */
  whenIdle: () => Promise<void>;
  /** Opens a channel to the other tabs; null where there is none. */
  openChannel: ((name: string, hear: (message: unknown) => void) => Channel) | null;
  /** The pauses before the stream is reopened: they grow from `first` to `most`. */
  retry: { first: number; most: number };
  /** Between two rounds of refetching stale queries. */
  pause: number;
}

/** What thunks, queries and listeners get from the store besides its state. */
export interface AppExtra extends ApiExtra {
  tokens: TokenVault;
  /** Unsaved texts, and where an expired session interrupted its user. */
  drafts: Drafts;
  /** How live updates are received; null disables them. */
  live: LiveOptions | null;
  /** ms until the app retries a failed query that a screen shows; null: never. */
  failedQueryRetryMs: number | null;
  /** Locks across tabs, where the browser has them. */
  locks: Pick<LockManager, "request"> | undefined;
}

/** The store's extra argument, which RTK Query hands on as `unknown`. */
export function appExtraOf(api: { extra: unknown }): AppExtra {
  return api.extra as AppExtra;
}

/** Dispatches actions and thunks to a store whose state holds at least `State`. */
export type StoreDispatch<State = unknown> = ThunkDispatch<State, AppExtra, UnknownAction>;

/** Starts a listener that reads `State` of the store. */
export type StartListening<State> = TypedStartListening<State, StoreDispatch<State>, AppExtra>;
