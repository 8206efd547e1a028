import { createAction } from "@reduxjs/toolkit";

/** A request was refused with 401 and a new access token is being fetched (§4). */
export const refreshStarted = createAction("session/refreshStarted");
/** There is a new access token. */
export const refreshSucceeded = createAction("session/refreshSucceeded");
/** The refresh got no response. The session may still be valid, so the user stays signed in. */
export const refreshUnreachable = createAction("session/refreshUnreachable");
/** The server refused the refresh, or there is no refresh token: the session is over (§8). */
export const sessionExpired = createAction("session/expired");
