import type { Refresher } from "#api/apiExtra.ts";
import type { EarlyCalls } from "#api/earlyCalls.ts";
import type { User } from "#contract/shapes/user.ts";
import type { AppExtra } from "#session/appExtra.ts";
import type { TokenVault } from "#session/tokens.ts";
import type { LastVisit, LastVisitData } from "#sync/lastVisit/lastVisit.ts";

/** The objects that the first script has created, and with which the app continues. */
export interface EarlyStart {
  tokens: TokenVault;
  refresher: Refresher;
  clientId: string;
  calls: EarlyCalls;
  lastVisit: LastVisit;
  /** The last visit's data of the stored session's user. */
  lastVisitData: Promise<LastVisitData>;
  /** The user whose session the server has just refused to renew; null if there is none. */
  expiredUser(): User | null;
  /** Hands over the refresh's events, from the first one on. */
  listen(dispatch: (event: { type: string }) => unknown): void;
}

/** The app takes the first script's objects from the global object. They may be missing there. */
interface WithEarlyStart {
  taskdeckEarlyStart?: EarlyStart;
}

/** The parts of the store's extra argument that an early start has made already. */
export function extraFrom(early: EarlyStart | null): Partial<AppExtra> {
  if (!early) return {};
  const { tokens, refresher, clientId, calls } = early;
  return { tokens, refresher, clientId, earlyCalls: calls };
}

export function exposeEarlyStart(start: EarlyStart): void {
  (globalThis as WithEarlyStart).taskdeckEarlyStart = start;
}

/**
 * Takes over the first script's objects from the global scope, and removes them there, because they
 * give access to the tokens. Null if that script has not run.
 */
export function takeEarlyStart(): EarlyStart | null {
  const place = globalThis as WithEarlyStart;
  const start = place.taskdeckEarlyStart ?? null;
  delete place.taskdeckEarlyStart;
  return start;
}
