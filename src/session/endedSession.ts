import { type CallError, statusOf } from "#api/errors.ts";
import type { AppExtra } from "./appExtra.ts";

/**
 * Whether a call failed because the session is over. The session reports that with its own toast
 * (§8). A 401 that doesn't end the session must be reported like any other failure.
 */
export function endedSession(error: CallError, { tokens }: Pick<AppExtra, "tokens">): boolean {
  return statusOf(error) === 401 && tokens.refreshToken === null;
}
