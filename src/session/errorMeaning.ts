import { busyMsOf, type CallError, hasUnknownOutcome, statusOf, UNSENT } from "#api/errors.ts";
import type { AppExtra } from "./appExtra.ts";
import { endedSession } from "./endedSession.ts";

/**
 * What the failure of a request means for the change that it carried. `refused`: the server said no.
 * `unknown`: the server may or may not have applied it. `busy`: the server has not applied it, and
 * takes it later. `unsent`: the app has not sent it. `sessionOver`: it waits for its user's next sign-in.
 */
type ErrorMeaning = "refused" | "unknown" | "busy" | "unsent" | "sessionOver";

/**
 * Whether a failed read may succeed later. A 401 of a session that goes on says nothing of what was read,
 * and neither does a page in place of the response.
 */
export function mayReadLater(
  error: NonNullable<CallError>,
  extra: Pick<AppExtra, "tokens">,
): boolean {
  const status = statusOf(error) ?? 500;
  return (
    errorMeaning(error, extra) !== "refused" || status >= 500 || status === 401 || status < 400
  );
}

export function errorMeaning(
  error: NonNullable<CallError>,
  extra: Pick<AppExtra, "tokens">,
): ErrorMeaning {
  if (endedSession(error, extra)) return "sessionOver";
  if (error === UNSENT) return "unsent";
  if (busyMsOf(error) !== undefined) return "busy";
  return hasUnknownOutcome(error) ? "unknown" : "refused";
}
