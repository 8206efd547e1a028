import type { Machine, PlainTable } from "#lib/machine.ts";

export type ConnectionStatus = "online" | "doubtful" | "offline";

export type ConnectionEvent =
  | "browserWentOffline"
  | "browserCameOnline"
  | "serverUnreachable"
  | "responseOverdue"
  | "serverReached"
  | "probeFailed"
  | "probeAnswered";

/** Where each event leads from each state. An event that a state doesn't list changes nothing. */
export const connectionTable: PlainTable<ConnectionStatus, ConnectionEvent> = {
  online: {
    // The browser knows of networks only: the server may be on this very machine.
    browserWentOffline: "doubtful",
    serverUnreachable: "doubtful",
    responseOverdue: "doubtful",
  },
  doubtful: {
    serverReached: "online",
    probeAnswered: "online",
    probeFailed: "offline",
  },
  offline: {
    serverReached: "online",
    probeAnswered: "online",
  },
};

/** The whole machine, as docs/machines.md and the reports of illegal events need it. */
export const connectionMachine: Machine<ConnectionStatus, ConnectionEvent> = {
  name: "The connection",
  about:
    "Whether the server can be reached. A call without an answer raises a doubt, and a probe of " +
    "the server's health decides; it is repeated until it is answered.",
  file: "src/sync/connection/connectionMachine.ts",
  initial: { online: "" },
  states: {
    online: "Nothing speaks against it. No probe runs.",
    doubtful: "Something speaks against it, and the first probe is on its way. Nobody is told.",
    offline: "A probe failed. The shell says so, moves wait, and probes go on.",
  },
  events: {
    browserWentOffline: "the browser says that there is no network",
    browserCameOnline: "the browser says that there is a network again",
    serverUnreachable: "a call had no answer, or a proxy's that has no server behind it",
    responseOverdue: "a call has been waiting for its answer for several seconds",
    serverReached: "a call was answered",
    probeFailed: "the probe had no answer in time",
    probeAnswered: "the probe was answered",
  },
  table: connectionTable,
  ignored: {
    online: ["browserCameOnline", "serverReached", "probeFailed", "probeAnswered"],
    // What raised the doubt seldom comes alone; the probe decides all the same.
    doubtful: ["browserWentOffline", "browserCameOnline", "serverUnreachable", "responseOverdue"],
    // A network that is back makes the next probe come at once; the state waits for its answer.
    offline: [
      "browserWentOffline",
      "browserCameOnline",
      "serverUnreachable",
      "responseOverdue",
      "probeFailed",
    ],
  },
};
