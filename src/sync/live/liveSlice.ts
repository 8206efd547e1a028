import { createSlice } from "@reduxjs/toolkit";
import { transition } from "#lib/machine.ts";
import { type LiveEvent, type LiveStatus, liveTable } from "./liveMachine.ts";

export interface LiveState {
  status: LiveStatus;
}

const step = (event: LiveEvent) => (state: LiveState) => {
  state.status = transition(liveTable, state.status, event) ?? state.status;
};

/** The live machine: whether live updates arrive. Their content goes to the query cache. */
export const liveSlice = createSlice({
  name: "live",
  initialState: (): LiveState => ({ status: "off" }),
  reducers: {
    streamWanted: step("streamWanted"),
    streamOpened: step("streamOpened"),
    streamLost: step("streamLost"),
    streamRetried: step("streamRetried"),
    streamUnsupported: step("streamUnsupported"),
    streamUnwanted: step("streamUnwanted"),
  },
});

export const {
  streamWanted,
  streamOpened,
  streamLost,
  streamRetried,
  streamUnsupported,
  streamUnwanted,
} = liveSlice.actions;

/** The part of the store's state that these selectors read. */
export interface WithLive {
  live: LiveState;
}

export const selectLiveStatus = ({ live }: WithLive): LiveStatus => live.status;
