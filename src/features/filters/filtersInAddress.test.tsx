import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { configureStore } from "@reduxjs/toolkit";
import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { Provider, useSelector } from "react-redux";
import { MemoryRouter, useLocation } from "react-router-dom";
import { api } from "#api/api.ts";
import { useFiltersInAddress } from "#lib/filters/useFiltersInAddress.ts";
import { filtersEvent, filtersSlice, selectFilters, selectListAddress } from "./filtersSlice.ts";
import { TASK_VIEW } from "./listQuery.ts";

const TASK_LIST = {
  path: "/tasks",
  spec: TASK_VIEW,
  select: selectFilters,
  event: filtersEvent,
};

function List() {
  useFiltersInAddress(TASK_LIST);
  const filters = useSelector(selectListAddress);
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="filters">{filters}</p>
      <p data-testid="address">{pathname + search}</p>
    </>
  );
}

function open(path: string) {
  const store = configureStore({ reducer: { filters: filtersSlice.reducer } });
  const view = render(
    <StrictMode>
      <Provider store={store}>
        <MemoryRouter initialEntries={[path]}>
          <List />
        </MemoryRouter>
      </Provider>
    </StrictMode>,
  );
  const shown = () => [
    screen.getByTestId("filters").textContent,
    screen.getByTestId("address").textContent,
  ];
  return { ...view, store, shown };
}

/* In StrictMode, where every effect runs twice. */
describe("filters in the address", () => {
  it("start with the filters of the address, which is rewritten to its canonical form", () => {
    const { shown } = open("/tasks?page=2&nonsense=1&search=+tea");
    expect(shown()).toEqual(["/tasks?search=tea&page=2", "/tasks?search=tea&page=2"]);
  });

  it("keep address and filters in sync during quick changes", () => {
    const { store, shown } = open("/tasks");
    act(() => {
      store.dispatch(filtersEvent({ type: "filterChosen", name: "status", value: "Done" }));
      store.dispatch(filtersEvent({ type: "pageTurned", page: 3 }));
    });
    expect(shown()).toEqual(["/tasks?status=Done&page=3", "/tasks?status=Done&page=3"]);
    act(() => {
      store.dispatch(filtersEvent({ type: "searchTyped", text: "tea" }));
      store.dispatch(filtersEvent({ type: "typingPaused" }));
      store.dispatch(filtersEvent({ type: "filterChosen", name: "priority", value: "Low" }));
    });
    const address = "/tasks?search=tea&priority=Low&status=Done";
    expect(shown()).toEqual([address, address]);
  });

  it("are restored when the user returns to the list, until another user signs in", () => {
    const { store, unmount } = open("/tasks?search=secret");
    unmount();
    expect(selectListAddress(store.getState())).toBe("/tasks?search=secret");
    store.dispatch(api.util.resetApiState());
    expect(selectListAddress(store.getState())).toBe("/tasks");
  });
});

describe("the search box", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const type = ({ store }: ReturnType<typeof open>, text: string) =>
    act(() => {
      store.dispatch(filtersEvent({ type: "searchTyped", text }));
    });
  const pause = (ms: number) =>
    act(() => {
      jest.advanceTimersByTime(ms);
    });

  it("searches 300 ms after the last keystroke, not earlier", () => {
    const list = open("/tasks");
    type(list, "t");
    pause(200);
    type(list, "te");
    pause(299);
    expect(list.shown()).toEqual(["/tasks", "/tasks"]);
    pause(1);
    expect(list.shown()).toEqual(["/tasks?search=te", "/tasks?search=te"]);
    type(list, "tea");
    expect(list.shown()).toEqual(["/tasks?search=te", "/tasks?search=te"]);
    pause(300);
    expect(list.shown()).toEqual(["/tasks?search=tea", "/tasks?search=tea"]);
  });

  it("a reset while typing cancels the search", () => {
    const list = open("/tasks");
    type(list, "tea");
    act(() => {
      list.store.dispatch(filtersEvent({ type: "filtersReset" }));
    });
    pause(1_000);
    expect(list.shown()).toEqual(["/tasks", "/tasks"]);
  });

  it("leaving the list cancels the search", () => {
    const list = open("/tasks");
    type(list, "tea");
    list.unmount();
    pause(1_000);
    expect(selectListAddress(list.store.getState())).toBe("/tasks");
    expect(selectFilters(list.store.getState()).phase).toBe("closed");
  });
});
