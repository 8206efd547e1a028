import type { Machine, PlainTable } from "#lib/machine.ts";

export type BulkPhase = "idle" | "running" | "stopping" | "finished";

export type BulkEvent =
  | "bulkRequested"
  | "bulkRetryRequested"
  | "bulkItemChanged"
  | "bulkItemFailed"
  | "bulkStopRequested"
  | "bulkEnded"
  | "bulkResultDismissed"
  | "userLeft";

/** The next phase by phase and event. An event that a phase doesn't list changes nothing. */
export const bulkTable: PlainTable<BulkPhase, BulkEvent> = {
  idle: {
    bulkRequested: "running",
    userLeft: "idle",
  },
  running: {
    bulkItemChanged: "running",
    bulkItemFailed: "running",
    bulkStopRequested: "stopping",
    bulkEnded: "finished",
    userLeft: "idle",
  },
  stopping: {
    bulkItemChanged: "stopping",
    bulkItemFailed: "stopping",
    bulkEnded: "finished",
    userLeft: "idle",
  },
  finished: {
    bulkRequested: "running",
    bulkRetryRequested: "running",
    bulkResultDismissed: "idle",
    userLeft: "idle",
  },
};

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const bulkMachine: Machine<BulkPhase, BulkEvent> = {
  name: "A bulk action",
  about:
    "Adding many members to a team, and changing many users on a server without bulk actions of its own: " +
    "a few calls at a time, with progress, a way to stop, and a result that offers Retry and Undo. " +
    "Users and teams have one each.",
  file: "src/features/bulk/bulkMachine.ts",
  initial: { idle: "" },
  states: {
    idle: "No action.",
    running: "Calls are running, and more will follow.",
    stopping: "Calls are running, and no more will follow.",
    finished: "The result is shown.",
  },
  events: {
    bulkRequested: "the user started the action for these rows, or its undo",
    bulkRetryRequested: "the user started it again for the rows that failed",
    bulkItemChanged: "one row was changed",
    bulkItemFailed: "one row could not be changed",
    bulkStopRequested: "the user cancelled, or the session ended",
    bulkEnded: "all running calls have ended",
    bulkResultDismissed: "the result was closed, or the page left",
    userLeft: "the user has signed out, or another user has signed in",
  },
  table: bulkTable,
  ignored: {
    // Leaving the page dismisses a result. A running action goes on.
    idle: ["bulkResultDismissed"],
    running: ["bulkResultDismissed"],
    // Several calls may fail at the end of a session.
    stopping: ["bulkStopRequested", "bulkResultDismissed"],
    // The last response was faster than the click.
    finished: ["bulkStopRequested"],
  },
};
