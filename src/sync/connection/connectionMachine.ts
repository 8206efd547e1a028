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
    // The browser knows only about networks; the server may run on the same machine.
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
    "Whether the server can be reached. A call without a response makes the connection doubtful. " +
    "Then the app probes the server's health, and repeats the probe until it gets a response.",
  file: "src/sync/connection/connectionMachine.ts",
  initial: { online: "" },
  states: {
    online: "The server is assumed to be reachable. No probe runs.",
    doubtful: "The server may be unreachable, and the first probe runs. The user sees nothing yet.",
    offline: "A probe failed. A banner says so, moves wait, and probes go on.",
  },
  events: {
    browserWentOffline: "the browser reports that there is no network",
    browserCameOnline: "the browser reports a network again",
    serverUnreachable: "a call got no response, or one from a proxy that can't reach the server",
    responseOverdue: "a call has waited several seconds for its response",
    serverReached: "a call got a response",
    probeFailed: "the probe got no response in time",
    probeAnswered: "the probe got a response",
  },
  table: connectionTable,
  ignored: {
    online: ["browserCameOnline", "serverReached", "probeFailed", "probeAnswered"],
    // Several calls often fail together; the first probe decides for all of them.
    doubtful: ["browserWentOffline", "browserCameOnline", "serverUnreachable", "responseOverdue"],
    // A returning network causes a probe at once; its response changes the state.
    offline: [
      "browserWentOffline",
      "browserCameOnline",
      "serverUnreachable",
      "responseOverdue",
      "probeFailed",
    ],
  },
};
