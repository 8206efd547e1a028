import type { Machine, PlainTable } from "#lib/machine.ts";

export type LiveStatus = "off" | "connecting" | "open" | "waiting" | "unsupported";

export type LiveEvent =
  | "streamWanted"
  | "streamOpened"
  | "streamLost"
  | "streamRetried"
  | "streamUnsupported"
  | "streamUnwanted";

/** Where each event leads from each state. An event that a state doesn't list changes nothing. */
export const liveTable: PlainTable<LiveStatus, LiveEvent> = {
  off: {
    streamWanted: "connecting",
  },
  connecting: {
    streamOpened: "open",
    streamLost: "waiting",
    streamUnsupported: "unsupported",
    streamUnwanted: "off",
  },
  open: {
    streamLost: "waiting",
    streamUnwanted: "off",
  },
  waiting: {
    streamRetried: "connecting",
    // By another tab, which has taken the stream over.
    streamOpened: "open",
    streamUnsupported: "unsupported",
    streamUnwanted: "off",
  },
  // Until the page is loaded anew.
  unsupported: {},
};

/** The whole machine, as docs/machines.md and the reports of illegal events need it. */
export const liveMachine: Machine<LiveStatus, LiveEvent> = {
  name: "The live stream",
  about:
    "Whether news of what others do arrive as they happen. One tab of the browser reads the " +
    "stream; the others hear of it from that one, and follow its states.",
  file: "src/sync/live/liveMachine.ts",
  initial: { off: "" },
  states: {
    off: "Nobody is signed in, or the page is still busy with its start.",
    connecting: "The stream has been asked for, here or in the tab that reads it.",
    open: "News arrive.",
    waiting: "The stream was lost. It is asked for again, after a pause that grows.",
    unsupported:
      "The server has no such stream, and is left in peace until the page is loaded anew.",
  },
  events: {
    streamWanted: "somebody is signed in, and the page has started",
    streamOpened: "the server says that the stream is open",
    streamLost: "the stream ended, fell silent, or could not be had",
    streamRetried: "the pause is over",
    streamUnsupported: "the answer is no stream of events",
    streamUnwanted: "the session is over",
  },
  table: liveTable,
  ignored: {
    off: ["streamUnwanted"],
    // A tab that has just come to know of the stream is told again when it opens anew.
    open: ["streamOpened"],
    waiting: ["streamLost"],
    unsupported: ["streamWanted", "streamUnwanted", "streamUnsupported"],
  },
};
