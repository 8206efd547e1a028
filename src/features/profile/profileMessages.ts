import { type CallError, isUnanswered, serverTextOf, statusOf } from "#api/errors.ts";

/** The message for a profile that failed to load (§8). */
export function profileLoadMessage(error: CallError): string {
  if (statusOf(error) === 401) return "Session expired. Please login again.";
  if (statusOf(error) === 403) return "Access denied";
  return (
    serverTextOf(error) ??
    (isUnanswered(error)
      ? "Cannot connect to server. Please check if backend is running."
      : "Failed to load profile")
  );
}
