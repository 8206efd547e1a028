/*
 * The types of the refresh's events. Their action creators are in sessionEvents.ts, because the first
 * script refreshes the session without Redux Toolkit.
 */
export const REFRESH_STARTED = "session/refreshStarted";
export const REFRESH_SUCCEEDED = "session/refreshSucceeded";
export const REFRESH_UNREACHABLE = "session/refreshUnreachable";
export const SESSION_EXPIRED = "session/expired";
