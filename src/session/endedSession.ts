import { type CallError, statusOf } from "#api/errors.ts";
import type { AppExtra } from "./extra.ts";

/**
 * Whether a call failed because the session is over, which is told by itself (§8). A 401 with which
 * the session goes on is a failure like any other: somebody must say it.
 */
export function endedSession(error: CallError, { tokens }: Pick<AppExtra, "tokens">): boolean {
  return statusOf(error) === 401 && tokens.refreshToken === null;
}
