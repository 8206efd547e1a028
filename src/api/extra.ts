import type { UnknownAction } from "@reduxjs/toolkit";
import type { CallWatch } from "./callWatch.ts";

/**
 * How a refresh ended: there is a new token; the server said no; it could not be asked; or the
 * session that wanted it is no longer there.
 */
export type RefreshOutcome = "renewed" | "refused" | "unreachable" | "superseded";

/** The token and the session that a request went out with. */
export interface SentWith {
  token: string | null;
  epoch: number;
}

/** Fetches access tokens, one request at a time per browser. */
export interface Refresher {
  /** Settles once no refresh is under way in this tab. */
  idle(): Promise<void>;
  /**
   * Renews the access token for a request that was sent with `sentToken` in session `epoch` and
   * answered with 401. However many ask, one request is made.
   */
  refresh(sent: SentWith, dispatch: (event: UnknownAction) => unknown): Promise<RefreshOutcome>;
}

/** What the base query needs from the store's extra argument; session/extra.ts has all of it. */
export interface ApiExtra {
  tokens: { readonly accessToken: string | null; readonly epoch: number };
  refresher: Refresher;
  /** Waits before a query is tried again grow from this many ms. */
  retryDelay: number;
  /** The requests under way. */
  calls: CallWatch;
  /** This tab's name in its requests, by which it recognises the events of its own changes. */
  clientId: string;
}

/** The store's extra argument, which RTK Query hands on as `unknown`. */
export function extraOf(api: { extra: unknown }): ApiExtra {
  return api.extra as ApiExtra;
}
