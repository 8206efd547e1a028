import { expect, jest, test } from "@jest/globals";
import { configureStore, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import { rootReducer } from "#app/state/rootReducer.ts";
import { dragStarted } from "#features/board/data/boardSlice.ts";
import { requestNewTask } from "#features/changes/actions/newTask.ts";
import { requestMoves } from "#features/changes/actions/requestChanges.ts";
import * as later from "#features/changes/laterPart.ts";
import { sent } from "#features/changes/queue/wholeSlice.ts";
import { filtersEvent } from "#features/filters/filtersSlice.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { makeTestStore } from "#testing/renderApp.tsx";
import { watchMachines } from "./watchMachines.ts";

installStoreParts({ storeParts });
installStoreParts(later);

function makeReportedStore() {
  const reports: string[] = [];
  const reporter = watchMachines((text) => void reports.push(text));
  const store = configureStore({
    reducer: rootReducer,
    middleware: (getDefault) => getDefault().concat(api.middleware).concat([reporter]),
  });
  return { store, reports };
}

test("reports an illegal event once for each machine, state and event", () => {
  const { store, reports } = makeReportedStore();
  const before = store.getState();

  store.dispatch(userBulk.actions.bulkEnded());
  store.dispatch(userBulk.actions.bulkEnded());
  expect(reports).toEqual([
    "Illegal event: bulkEnded while idle. A bulk action (src/features/bulk/bulkMachine.ts) neither handles nor ignores it.",
  ]);

  store.dispatch(filtersEvent({ type: "listLeft" }));
  store.dispatch(filtersEvent({ type: "searchTyped", text: "x" }));
  store.dispatch(filtersEvent({ type: "listLeft" }));
  expect(reports.map((text) => text.split(".")[0])).toEqual([
    "Illegal event: bulkEnded while idle",
    "Illegal event: listLeft while closed",
    "Illegal event: searchTyped while closed",
  ]);
  const after = store.getState();
  for (const slice of ["auth", "connection", "live", "board", "userBulk", "filters"] as const) {
    expect(after[slice]).toBe(before[slice]);
  }
});

test("reports nothing while DevTools shows an earlier state, and reports again in the present", () => {
  const { store, reports } = makeReportedStore();
  const past = store.getState();
  store.dispatch(requestNewTask("Feed the cat", { status: "Todo", assignee_id: null }));
  const present = store.getState();
  // As the extension's store does: a state without an action, which no action changes.
  store.replaceReducer(() => past);
  store.dispatch(userBulk.actions.bulkEnded());
  store.dispatch(filtersEvent({ type: "listLeft" }));
  expect(reports).toEqual([]);
  store.replaceReducer((state, action) => (state === past ? present : rootReducer(state, action)));
  store.dispatch(requestNewTask("Mow", { status: "Todo", assignee_id: null }));
  store.dispatch(userBulk.actions.bulkEnded());
  expect(reports).toHaveLength(1);
});

test("an action names the machines, what changed, and the request that caused it", () => {
  const { store } = makeReportedStore();
  const actions: UnknownAction[] = [];
  const recorded = configureStore({
    reducer: rootReducer,
    preloadedState: store.getState(),
    middleware: (getDefault) =>
      getDefault()
        .concat(api.middleware)
        .concat([
          watchMachines(),
          () => (next) => (action) => {
            actions.push(action as UnknownAction);
            return next(action);
          },
        ]),
  });
  recorded.dispatch(
    requestMoves([{ id: "a", title: "Feed the cat", status: "Todo" }], "Done", "menu"),
  );
  const at = recorded.getState().changes.clock;
  recorded.dispatch(sent({ changes: [{ id: "a", what: "status", at }], requestId: "r1" }));
  recorded.dispatch(dragStarted({ cardId: "b" }));
  const own = actions.filter(({ type }) => /^(changes|board)\//.test(type));
  const instance = { machine: "A change of a task", instance: "changes/a/status" };
  expect(own.map(({ meta }) => meta)).toEqual([
    { machines: [{ ...instance, change: "settled → queued" }] },
    { machines: [{ ...instance, change: "queued → sending", cause: "r1" }] },
    undefined,
  ]);
});

test("the app's store warns of an illegal event on the console", () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  makeTestStore().dispatch(userBulk.actions.bulkEnded());
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("bulkEnded while idle"));
  warn.mockRestore();
});
