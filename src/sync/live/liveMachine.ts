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
    // Another tab has taken over the stream.
    streamOpened: "open",
    streamUnsupported: "unsupported",
    streamUnwanted: "off",
  },
  // This state lasts until the page is reloaded.
  unsupported: {},
};

/** The whole machine, as docs/machines.md and the reports of illegal events need it. */
export const liveMachine: Machine<LiveStatus, LiveEvent> = {
  name: "The live stream",
  about:
    "Whether live updates of other users' changes arrive. One tab of the browser reads the stream " +
    "and forwards it to the others, which follow its states.",
  file: "src/sync/live/liveMachine.ts",
  initial: { off: "" },
  states: {
    off: "Nobody is signed in, or the page is still starting.",
    connecting: "The stream is being opened, here or in the tab that reads it.",
    open: "Live updates arrive.",
    waiting: "The stream was lost. It is reopened after a pause, which grows with each attempt.",
    unsupported: "The server has no event stream. The app tries again when the page is reloaded.",
  },
  events: {
    streamWanted: "a user is signed in, and the page has started",
    streamOpened: "the server says that the stream is open",
    streamLost: "the stream ended, fell silent, or could not be opened",
    streamRetried: "the pause is over",
    streamUnsupported: "the response is no event stream",
    streamUnwanted: "the session is over",
  },
  table: liveTable,
  ignored: {
    off: ["streamUnwanted"],
    // A tab that has just joined gets the message again when the stream is reopened.
    open: ["streamOpened"],
    waiting: ["streamLost"],
    unsupported: ["streamWanted", "streamUnwanted", "streamUnsupported"],
  },
};
