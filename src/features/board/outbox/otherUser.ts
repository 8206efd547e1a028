import { createAction } from "@reduxjs/toolkit";

/**
 * Another user is signed in now. The former user's changes leave the store at once, before anything
 * can send them in the new session.
 */
export const otherUserArrived = createAction("board/otherUserArrived");
