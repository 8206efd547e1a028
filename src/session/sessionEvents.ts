import { createAction } from "@reduxjs/toolkit";
import {
  REFRESH_STARTED,
  REFRESH_SUCCEEDED,
  REFRESH_UNREACHABLE,
  SESSION_EXPIRED,
} from "./refreshEvents.ts";

/** A request was refused with 401 and a new access token is being fetched (§4). */
export const refreshStarted = createAction(REFRESH_STARTED);
/** There is a new access token. */
export const refreshSucceeded = createAction(REFRESH_SUCCEEDED);
/** The refresh got no response. The session may still be valid, so the user stays signed in. */
export const refreshUnreachable = createAction(REFRESH_UNREACHABLE);
/** The server refused the refresh, or there is no refresh token: the session is over (§8). */
export const sessionExpired = createAction(SESSION_EXPIRED);
