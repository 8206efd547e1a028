import type { UnknownAction } from "@reduxjs/toolkit";
import type { CallWatch } from "./callWatch.ts";
import type { EarlyCalls } from "./earlyCalls.ts";

/**
 * How a refresh ended. `renewed`: there is a new token. `refused`: by the server. `unreachable`: the
 * server didn't respond. `superseded`: the session has ended or another has begun.
 */
export type RefreshOutcome = "renewed" | "refused" | "unreachable" | "superseded";

/** The token and the session with which a request was sent. */
export interface SentWith {
  token: string | null;
  epoch: number;
}

/** Fetches access tokens, one request at a time per browser. */
export interface Refresher {
  /** Settles once no refresh is under way in this tab. */
  idle(): Promise<void>;
  /**
   * Renews the access token after a request that was sent with `sent` got a 401, or before the first
   * request of a session that has none yet. Concurrent callers share one refresh.
   */
  refresh(sent: SentWith, dispatch: (event: UnknownAction) => unknown): Promise<RefreshOutcome>;
}

/** The part of the store's extra argument that the base query needs; see session/appExtra.ts. */
export interface ApiExtra {
  tokens: {
    readonly accessToken: string | null;
    readonly refreshToken: string | null;
    readonly epoch: number;
  };
  refresher: Refresher;
  /** The delay in ms before the first retry of a query; doubles with each further retry. */
  retryDelayMs: number;
  /** Watches the requests that have no response yet. */
  calls: CallWatch;
  /** The requests that the first script of the page has sent; null without one. */
  earlyCalls: Pick<EarlyCalls, "claim"> | null;
  /** Sent with each request, so that this tab recognises the events of its own changes. */
  clientId: string;
}

/** Types the store's extra argument, which RTK Query passes on as `unknown`. */
export function extraOf(api: { extra: unknown }): ApiExtra {
  return api.extra as ApiExtra;
}
