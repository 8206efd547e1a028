import type { Machine, PlainTable } from "#lib/machine.ts";

export type BulkPhase = "idle" | "running" | "stopping" | "finished";

export type BulkEvent =
  | "bulkRequested"
  | "bulkRetryRequested"
  | "bulkUserChanged"
  | "bulkUserFailed"
  | "bulkStopRequested"
  | "bulkEnded"
  | "bulkResultDismissed"
  | "userLeft";

/** Where each event leads from each phase. An event that a phase doesn't list changes nothing. */
export const bulkTable: PlainTable<BulkPhase, BulkEvent> = {
  idle: {
    bulkRequested: "running",
    userLeft: "idle",
  },
  running: {
    bulkUserChanged: "running",
    bulkUserFailed: "running",
    bulkStopRequested: "stopping",
    bulkEnded: "finished",
    userLeft: "idle",
  },
  stopping: {
    bulkUserChanged: "stopping",
    bulkUserFailed: "stopping",
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

/** The whole machine, as docs/machines.md and the reports of illegal events need it. */
export const bulkMachine: Machine<BulkPhase, BulkEvent> = {
  name: "A bulk action",
  about:
    "Activating or deactivating many users: a few calls at a time, with progress, a way to stop, " +
    "and a result that offers Retry and Undo.",
  file: "src/features/users/bulkMachine.ts",
  initial: { idle: "" },
  states: {
    idle: "Nothing is asked for.",
    running: "Calls are out, and more will follow.",
    stopping: "Calls are out, and no more will follow.",
    finished: "The result is shown.",
  },
  events: {
    bulkRequested: "an admin asked to change these users, or to undo that",
    bulkRetryRequested: "the same once more, for those that failed",
    bulkUserChanged: "one user was changed",
    bulkUserFailed: "one user could not be changed",
    bulkStopRequested: "the admin cancelled, or the session ended",
    bulkEnded: "all calls that went out are answered",
    bulkResultDismissed: "the result was closed, or the page left",
    userLeft: "someone else is signed in, or nobody",
  },
  table: bulkTable,
  ignored: {
    // Leaving the page dismisses whatever there is; the action itself goes on.
    idle: ["bulkResultDismissed"],
    running: ["bulkResultDismissed"],
    // Several calls may learn of the session's end.
    stopping: ["bulkStopRequested", "bulkResultDismissed"],
    // The last answer was faster than the click.
    finished: ["bulkStopRequested"],
  },
};
