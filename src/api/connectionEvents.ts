import { createAction } from "@reduxjs/toolkit";

/** A call had no answer, or only a proxy's that has no server behind it. */
export const serverUnreachable = createAction("connection/serverUnreachable");
/** A call has been waiting for its answer for long. */
export const answerOverdue = createAction("connection/answerOverdue");
/** A call was answered while that was not to be expected. */
export const serverReached = createAction("connection/serverReached");

/** What the calls need to know of the connection's state. */
export interface WithConnectionStatus {
  connection: { status: string };
}

/** Whether the connection is known to be gone. */
export const selectIsOffline = ({ connection }: WithConnectionStatus): boolean =>
  connection.status === "offline";
