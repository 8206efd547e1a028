import { combineReducers, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { boardSlice } from "#features/board/data/boardSlice.ts";
import type { FieldValue, WithChanges } from "#features/changes/queue/change.ts";
import {
  queued,
  type Requested,
  type RequestedTask,
} from "#features/changes/queue/changesSlice.ts";
import { sent, wholeSlice } from "#features/changes/queue/wholeSlice.ts";
import { authSlice } from "#session/authSlice.ts";
import { connectionSlice } from "#sync/connection/connectionSlice.ts";
import { extensionsSlice } from "#sync/extensions/extensions.ts";

const noQueries = api.reducer(undefined, { type: "start" });

const reducer = combineReducers({
  api: () => noQueries,
  changes: wholeSlice.reducer,
  board: boardSlice.reducer,
  connection: connectionSlice.reducer,
  auth: authSlice.reducer,
  extensions: extensionsSlice.reducer,
});

/** The state after actions, without listeners that send anything. */
export const stateAfter = (...actions: UnknownAction[]): WithChanges =>
  actions.reduce(reducer, reducer(undefined, { type: "start" }));

/**
 * The user requests a value of a field, by default a status of a task in Todo.
 *
 * @param at the logical clock, which must be that of the state plus 1
 */
export const request = (
  id: string,
  value: FieldValue,
  at: number,
  { what = "status", by = "menu", group = at, ...task }: RequestDetails = {},
): UnknownAction =>
  queued({
    what,
    tasks: [{ id, title: id, at, value, shown: "Todo", from: "Todo", ...task }],
    by,
    group,
    when: at,
    cached: {},
  });

type RequestDetails = Partial<RequestedTask & Pick<Requested, "what" | "by" | "group">>;

/** The name of one change, as actions contain it. */
export const one = (id: string, at: number, what: Requested["what"] = "status") => ({
  changes: [{ id, what, at }],
});

/** A change is sent. */
export const send = (id: string, at: number, what?: Requested["what"]): UnknownAction =>
  sent({ ...one(id, at, what), requestId: "r" });

/** The action that RTK Query dispatches for a query. The pending one moves the clock by 1. */
export const query = (
  end: "pending" | "fulfilled" | "rejected",
  requestId: string,
  endpointName = "getBoard",
  originalArgs?: string,
): UnknownAction => ({
  type: `api/executeQuery/${end}`,
  meta: {
    requestId,
    requestStatus: end,
    arg: {
      type: "query",
      endpointName,
      originalArgs,
      queryCacheKey: `${endpointName}(${originalArgs})`,
    },
  },
});
