import type { CallWatch } from "./callWatch.ts";
import type { Drafts } from "#lib/drafts.ts";
import type { Refresher } from "./reauth.ts";
import type { TokenVault } from "./tokens.ts";

/** What thunks, queries and listeners get from the store beside its state. */
export interface AppExtra {
  tokens: TokenVault;
  refresher: Refresher;
  /** Unsaved texts, and where an expired session interrupted its user. */
  drafts: Drafts;
  /** Waits before a query is tried again grow from this many ms. */
  retryDelay: number;
  /** The calls that are out. */
  calls: CallWatch;
  /** Locks across tabs, where the browser has them. */
  locks: Pick<LockManager, "request"> | undefined;
}

/** The store's extra argument, which RTK Query hands on as `unknown`. */
export function extraOf(api: { extra: unknown }): AppExtra {
  return api.extra as AppExtra;
}
