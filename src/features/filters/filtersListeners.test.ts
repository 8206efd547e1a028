import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { configureStore, createListenerMiddleware } from "@reduxjs/toolkit";
import { type AppDispatch, type RootState, rootReducer } from "#app/rootReducer.ts";
import { makeExtra } from "#app/store.ts";
import { installStoreParts } from "#lib/storeParts.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { startFiltersListeners } from "./filtersListeners.ts";
import {
  addressOpened,
  filtersReset,
  filtersSlice,
  listLeft,
  searchTyped,
} from "./filtersSlice.ts";
import { FIRST_PAGE } from "./listQuery.ts";

installStoreParts({ storeParts: { slices: [filtersSlice] } });

function makeStore() {
  const listeners = createListenerMiddleware<RootState, AppDispatch, AppExtra>({
    extra: makeExtra(),
  });
  startFiltersListeners(listeners.startListening);
  const store = configureStore({
    reducer: rootReducer,
    middleware: (getDefault) => getDefault().prepend(listeners.middleware),
  });
  store.dispatch(addressOpened({ query: FIRST_PAGE }));
  const asked = () => store.getState().filters.query.filters.search;
  return { dispatch: store.dispatch, asked, phase: () => store.getState().filters.phase };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

describe("the search box", () => {
  it("searches 300 ms after the last keystroke, not earlier", async () => {
    const { dispatch, asked } = makeStore();
    dispatch(searchTyped({ text: "t" }));
    await jest.advanceTimersByTimeAsync(200);
    dispatch(searchTyped({ text: "te" }));
    await jest.advanceTimersByTimeAsync(299);
    expect(asked()).toBe("");
    await jest.advanceTimersByTimeAsync(1);
    expect(asked()).toBe("te");
  });

  it("searches again after the next pause in typing", async () => {
    const { dispatch, asked } = makeStore();
    dispatch(searchTyped({ text: "te" }));
    await jest.advanceTimersByTimeAsync(300);
    dispatch(searchTyped({ text: "tea" }));
    expect(asked()).toBe("te");
    await jest.advanceTimersByTimeAsync(300);
    expect(asked()).toBe("tea");
  });

  it("a reset while typing cancels the search", async () => {
    const { dispatch, asked } = makeStore();
    dispatch(searchTyped({ text: "tea" }));
    dispatch(filtersReset());
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked()).toBe("");
  });

  it("leaving the list cancels the search", async () => {
    const { dispatch, asked, phase } = makeStore();
    dispatch(searchTyped({ text: "tea" }));
    dispatch(listLeft());
    await jest.advanceTimersByTimeAsync(1_000);
    expect([phase(), asked()]).toEqual(["closed", ""]);
  });
});
