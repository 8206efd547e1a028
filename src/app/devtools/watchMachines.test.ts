import { expect, jest, test } from "@jest/globals";
import { configureStore, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { storeParts } from "#app/layout/SignedInLayout.ts";
import { rootReducer } from "#app/rootReducer.ts";
import {
  dragStarted,
  moveConfirmed,
  moveRequested,
  moveSent,
} from "#features/board/moves/boardSlice.ts";
import { listLeft, searchTyped } from "#features/filters/filtersSlice.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { isIllegal } from "#lib/machine.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import { makeTestStore } from "#testing/renderApp.tsx";
import { machines } from "./machines.ts";
import { watchMachines } from "./watchMachines.ts";

installStoreParts({ storeParts });

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

  store.dispatch(listLeft());
  store.dispatch(searchTyped({ text: "x" }));
  store.dispatch(listLeft());
  expect(reports.map((text) => text.split(".")[0])).toEqual([
    "Illegal event: bulkEnded while idle",
    "Illegal event: listLeft while closed",
    "Illegal event: searchTyped while closed",
  ]);
  const after = store.getState();
  for (const slice of ["session", "connection", "live", "board", "userBulk", "filters"] as const) {
    expect(after[slice]).toBe(before[slice]);
  }
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
  const move = { title: "Feed the cat", from: "Todo", to: "Done", by: "menu" } as const;
  recorded.dispatch(moveRequested({ ...move, cardId: "a" }));
  const at = recorded.getState().board.clock;
  recorded.dispatch(moveSent({ cardId: "a", at, requestId: "r1" }));
  recorded.dispatch(dragStarted({ cardId: "b" }));
  const own = actions.filter(({ type }) => type.startsWith("board/"));
  expect(own.map(({ meta }) => meta)).toEqual([
    { machines: [{ machine: "A card's moves", instance: "board/a", change: "settled → queued" }] },
    {
      machines: [
        {
          machine: "A card's moves",
          instance: "board/a",
          change: "queued → sending",
          cause: "r1",
        },
      ],
    },
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

test("checks a card's event against that card's state", () => {
  const { store, reports } = makeReportedStore();
  const move = { title: "Water the plants", from: "Todo", to: "Done", by: "menu" } as const;
  store.dispatch(dragStarted({ cardId: "a" }));
  store.dispatch(moveRequested({ ...move, cardId: "a" }));
  store.dispatch(moveRequested({ ...move, cardId: "b" }));
  const at = store.getState().board.clock;
  store.dispatch(moveSent({ cardId: "b", at }));
  store.dispatch(moveConfirmed({ cardId: "b", at }));
  expect(reports).toEqual([]);

  const before = store.getState().board.moves;
  store.dispatch(moveConfirmed({ cardId: "a", at }));
  expect(reports).toHaveLength(1);
  expect(reports[0]).toContain("moveConfirmed while queued");
  expect(store.getState().board.moves).toBe(before);
});

test.each([
  ["Filters", ["taskCreated", "pagesCounted", "userLeft"]],
  ["A bulk action", ["userLeft"]],
  ["A card's moves", ["boardArrived", "moveRestored"]],
])("%s: events that other parts of the app cause are legal in every state", (name, events) => {
  const machine = machines.find((one) => one.name === name);
  expect(machine).toBeDefined();
  if (!machine) return;
  for (const state of Object.keys(machine.states)) {
    for (const event of events) {
      expect(Object.keys(machine.events)).toContain(event);
      expect([state, event, isIllegal(machine, state, event)]).toEqual([state, event, false]);
    }
  }
});
