import { createAction, createSlice, isAnyOf, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import {
  pageAnswered,
  responseOverdue,
  selectIsOffline,
  serverReached,
  serverUnreachable,
} from "#api/connectionEvents.ts";
import { eventFinder, transition } from "#lib/machine.ts";
import {
  type ConnectionEvent,
  type ConnectionStatus,
  connectionTable,
} from "./connectionMachine.ts";

/** The browser reports that there is no network. */
export const browserWentOffline = createAction("connection/browserWentOffline");
/** The browser reports a network again. */
export const browserCameOnline = createAction("connection/browserCameOnline");
/** A probe got no response in time. */
export const probeFailed = createAction("connection/probeFailed");
/** A probe got a response. */
export const probeAnswered = createAction("connection/probeAnswered");
/** The server can be reached again after an outage. */
export const connectionRestored = createAction("connection/restored");
/** The server asks the app to send changes later. */
export const serverBusy = createAction<{ retryAfterMs: number }>("connection/serverBusy");
/** The pause that the server has asked for is over. */
export const busyPauseEnded = createAction("connection/busyPauseEnded");

export interface ConnectionState {
  status: ConnectionStatus;
  /** Whether a web page came in place of the server's response, since the server was last reached. */
  hasPage: boolean;
  /** Whether a busy server has asked the app to send changes later. */
  isBusy: boolean;
  /** The number of times the connection came back. Screens that failed to load retry when it grows. */
  returns: number;
}

/** The machine's event that an action stands for. */
export const connectionEventOf = eventFinder<ConnectionEvent>({
  browserWentOffline: browserWentOffline.match,
  browserCameOnline: browserCameOnline.match,
  serverUnreachable: isAnyOf(serverUnreachable, pageAnswered),
  responseOverdue: responseOverdue.match,
  serverReached: serverReached.match,
  probeFailed: probeFailed.match,
  probeAnswered: probeAnswered.match,
});

/** Whether the server can be reached: the connection machine. */
export const connectionSlice = createSlice({
  name: "connection",
  initialState: (): ConnectionState => ({
    status: "online",
    hasPage: false,
    isBusy: false,
    returns: 0,
  }),
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(connectionRestored, (state) => {
        state.returns += 1;
      })
      .addCase(serverBusy, (state) => {
        state.isBusy = true;
      })
      .addCase(busyPauseEnded, (state) => {
        state.isBusy = false;
      })
      // The pause was for the former user.
      .addCase(api.util.resetApiState, (state) => {
        state.isBusy = false;
      })
      .addMatcher(
        (action: UnknownAction) => connectionEventOf(action) !== undefined,
        (state, action: UnknownAction) => {
          const event = connectionEventOf(action);
          if (event)
            state.status = transition(connectionTable, state.status, event) ?? state.status;
          state.hasPage =
            pageAnswered.match(action) || (state.hasPage && state.status !== "online");
        },
      );
  },
});

/** The part of the store's state that these selectors read. */
export interface WithConnection {
  connection: ConnectionState;
}

export const selectConnectionStatus = ({ connection }: WithConnection) => connection.status;

/** Whether a web page comes in place of the server's responses. */
export const selectHasPage = ({ connection }: WithConnection): boolean => connection.hasPage;

/** Whether changes must wait: for the connection, or for a busy server. */
export const selectMustWait = (state: WithConnection): boolean =>
  selectIsOffline(state) || state.connection.isBusy;

export const selectReturnCount = ({ connection }: WithConnection): number => connection.returns;
