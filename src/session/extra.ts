import type { ThunkDispatch, TypedStartListening, UnknownAction } from "@reduxjs/toolkit";
import type { ApiExtra } from "#api/extra.ts";
import type { Drafts } from "./drafts.ts";
import type { TokenVault } from "./tokens.ts";

/** A way to say something to the other tabs, and to hear what they say. */
export interface Channel {
  post(message: unknown): void;
  close(): void;
}

/** Times are in ms. */
export interface LiveOptions {
  /** Settles when the page has better things behind it. */
  whenIdle: () => Promise<void>;
  /** Where tabs can talk to each other. */
  openChannel: ((name: string, hear: (message: unknown) => void) => Channel) | null;
  /** The pauses before the stream is asked for again: they grow from the first to the most. */
  retry: { first: number; most: number };
  /** Between two rounds of fetching what news put out of date. */
  pause: number;
}

/** What thunks, queries and listeners get from the store beside its state. */
export interface AppExtra extends ApiExtra {
  tokens: TokenVault;
  /** Unsaved texts, and where an expired session interrupted its user. */
  drafts: Drafts;
  /** How news of what others do are read; null: not at all. */
  live: LiveOptions | null;
  /** Until a failed query that a screen shows is retried; null: never. */
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
