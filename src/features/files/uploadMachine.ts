import type { Machine, PlainTable } from "#lib/machine.ts";

export type UploadPhase = "gone" | "waiting" | "sending" | "interrupted" | "failed";

export type UploadEvent =
  | "uploadRequested"
  | "uploadRefused"
  | "uploadStarted"
  | "bytesArrived"
  | "uploadInterrupted"
  | "uploadFailed"
  | "uploadRetried"
  | "uploadEnded"
  | "uploadCancelled"
  | "userLeft";

const END = { uploadCancelled: "gone", userLeft: "gone" } as const;

/** The next phase by phase and event. An event that a phase doesn't list changes nothing. */
export const uploadTable: PlainTable<UploadPhase, UploadEvent> = {
  gone: { uploadRequested: "waiting", uploadRefused: "failed" },
  waiting: { ...END, uploadStarted: "sending" },
  sending: {
    ...END,
    bytesArrived: "sending",
    uploadInterrupted: "interrupted",
    uploadFailed: "failed",
    uploadEnded: "gone",
  },
  interrupted: {
    ...END,
    bytesArrived: "sending",
    uploadInterrupted: "interrupted",
    uploadFailed: "failed",
    uploadEnded: "gone",
  },
  failed: { ...END, uploadRetried: "waiting" },
};

/** The machine's description, for docs/machines.md and for reports of illegal events. */
export const uploadMachine: Machine<UploadPhase, UploadEvent> = {
  name: "An upload",
  about:
    "A file that the user adds to a task, until the task has it. Two are sent at a time, in chunks, so that one " +
    "goes on where it stopped after a lost connection. The screens may change; a reload asks first.",
  file: "src/features/files/uploadMachine.ts",
  initial: { gone: "" },
  states: {
    gone: "There is no such upload.",
    waiting: "Others are sent first.",
    sending: "Its bytes are being sent.",
    interrupted: "The connection is lost, or the server is busy. It goes on afterwards.",
    failed:
      "The server has refused it, or it is over a limit. The user removes it, or tries again.",
  },
  events: {
    uploadRequested: "the user chose, dropped or pasted the file",
    uploadRefused: "the file is over a limit, or empty",
    uploadStarted: "its turn has come",
    bytesArrived: "the server has more of its bytes",
    uploadInterrupted: "a request got no response, or the server is busy",
    uploadFailed: "the server refused it",
    uploadRetried: "the user tries again",
    uploadEnded: "the task has the file",
    uploadCancelled: "the user cancelled or removed it",
    userLeft: "the user has signed out, or another user has signed in",
  },
  table: uploadTable,
  ignored: {
    // A response may be late.
    gone: [
      "uploadStarted",
      "bytesArrived",
      "uploadInterrupted",
      "uploadFailed",
      "uploadEnded",
      "uploadCancelled",
      "userLeft",
    ],
  },
};
