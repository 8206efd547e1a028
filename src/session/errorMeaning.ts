import { busyMsOf, type CallError, hasUnknownOutcome, statusOf, UNSENT } from "#api/errors.ts";
import type { AppExtra } from "./appExtra.ts";
import { endedSession } from "./endedSession.ts";

/**
 * What the failure of a request means for the change that it carried. `refused`: the server said no.
 * `unknown`: the server may or may not have applied it. `busy`: the server has not applied it, and
 * takes it later. `unsent`: the app has not sent it. `sessionOver`: it waits for its user's next sign-in.
 */
type ErrorMeaning = "refused" | "unknown" | "busy" | "unsent" | "sessionOver";

/** Whether a failed read may succeed later. */
export const mayReadLater = (
  error: NonNullable<CallError>,
  extra: Pick<AppExtra, "tokens">,
): boolean => errorMeaning(error, extra) !== "refused" || (statusOf(error) ?? 500) >= 500;

export function errorMeaning(
  error: NonNullable<CallError>,
  extra: Pick<AppExtra, "tokens">,
): ErrorMeaning {
  if (endedSession(error, extra)) return "sessionOver";
  if (error === UNSENT) return "unsent";
  if (busyMsOf(error) !== undefined) return "busy";
  return hasUnknownOutcome(error) ? "unknown" : "refused";
}
