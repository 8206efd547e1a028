import { createAction } from "@reduxjs/toolkit";

/** A request was refused with 401 and a new access token is being fetched (§4). */
export const refreshStarted = createAction("session/refreshStarted");
/** There is a new access token. */
export const refreshSucceeded = createAction("session/refreshSucceeded");
/** The server could not be asked. The session may well be good: nobody is signed out. */
export const refreshUnreachable = createAction("session/refreshUnreachable");
/** The server said no, or there is no refresh token: the session is over (§8). */
export const sessionExpired = createAction("session/expired");
