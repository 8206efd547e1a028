import { createAction } from "@reduxjs/toolkit";
import { PAGE_ANSWERED } from "./pageAnswered.ts";

/** A call got no response, or only one from a proxy that can't reach the server. */
export const serverUnreachable = createAction("connection/serverUnreachable");
/** A web page came in place of the server's response, for example the sign-in of a proxy. */
export const pageAnswered = createAction(PAGE_ANSWERED);
/** A call has waited several seconds for its response. */
export const responseOverdue = createAction("connection/responseOverdue");
/** A call got a response while the server was not known to be reachable. */
export const serverReached = createAction("connection/serverReached");

/** The part of the connection's state that the API layer reads. */
export interface WithConnectionStatus {
  connection: { status: string; returns: number };
}

/** Whether the server is known to be unreachable. */
export const selectIsOffline = ({ connection }: WithConnectionStatus): boolean =>
  connection.status === "offline";
