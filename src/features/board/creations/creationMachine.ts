import type { Machine, PlainTable } from "#lib/machine.ts";

export type CreationPhase = "none" | "queued" | "sending" | "failed" | "created";
export type CreationEvent =
  | "creationRequested"
  | "creationRestored"
  | "failureRestored"
  | "creationSent"
  | "creationUnanswered"
  | "creationDelayed"
  | "creationRejected"
  | "creationConfirmed"
  | "creationRetried"
  | "creationDiscarded"
  | "boardArrived";

/** The next phase by phase and event. */
export const creationTable: PlainTable<CreationPhase, CreationEvent> = {
  none: {
    creationRequested: "queued",
    creationRestored: "queued",
    failureRestored: "failed",
  },
  queued: { creationSent: "sending" },
  sending: {
    creationConfirmed: "created",
    creationRejected: "failed",
    // The next attempt is sent with the same key, so the server creates the task only once.
    creationUnanswered: "queued",
    creationDelayed: "queued",
  },
  failed: { creationRetried: "queued", creationDiscarded: "none" },
  created: { boardArrived: "none" },
};

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const creationMachine: Machine<CreationPhase, CreationEvent> = {
  name: "A new card",
  about:
    "A task that was created in a column's line. Until a board shows it, the column does, on top of " +
    "its cards.",
  file: "src/features/board/creations/creationMachine.ts",
  initial: { none: "" },
  states: {
    none: "There is no such card, or the board shows it.",
    queued: "It is not sent yet: it waits for the connection, or for others before it.",
    sending: "The request is running.",
    failed: "The server refused it. The user can try again or discard it.",
    created: "The server has created the task, and no board has shown it yet.",
  },
  events: {
    creationRequested: "the user pressed Enter",
    creationRestored: "the new card was kept during a reload",
    failureRestored: "the new card had failed before a reload",
    creationSent: "the request was sent",
    creationUnanswered: "no response will arrive",
    creationDelayed: "the server is busy, and takes the new card later",
    creationRejected: "the server refused it",
    creationConfirmed: "the server created the task",
    creationRetried: "the user tries again",
    creationDiscarded: "the user discards it",
    boardArrived: "a board arrived that was requested after the task was created",
  },
  table: creationTable,
  ignored: {
    none: [
      // Responses may arrive after the end of the session.
      "creationSent",
      "creationUnanswered",
      "creationDelayed",
      "creationRejected",
      "creationConfirmed",
      "creationRetried",
      "creationDiscarded",
      "boardArrived",
    ],
    // Boards arrive at any time. A second click changes nothing.
    queued: [
      "boardArrived",
      "creationRestored",
      "failureRestored",
      "creationRetried",
      "creationDiscarded",
    ],
    sending: ["boardArrived", "creationRestored", "failureRestored"],
    failed: ["boardArrived", "creationRestored", "failureRestored"],
    created: ["creationRestored", "failureRestored"],
  },
};
