import { describe, expect, it } from "@jest/globals";
import { configureStore } from "@reduxjs/toolkit";
import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { Provider, useSelector } from "react-redux";
import { MemoryRouter, useLocation } from "react-router-dom";
import { api } from "#api/api.ts";
import {
  filterChosen,
  filtersSlice,
  pageTurned,
  searchTyped,
  selectListAddress,
  typingPaused,
} from "./filtersSlice.ts";
import { useFiltersInAddress } from "./useFiltersInAddress.ts";

function List() {
  useFiltersInAddress();
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
  it("start with the filters of the address", () => {
    const { shown } = open("/tasks?status=Done&page=2");
    const address = "/tasks?status=Done&page=2";
    expect(shown()).toEqual([address, address]);
  });

  it("rewrite the address to its canonical form", () => {
    const { shown } = open("/tasks?page=1&nonsense=1&search=+tea");
    expect(shown()).toEqual(["/tasks?search=tea", "/tasks?search=tea"]);
  });

  it("keep address and filters in sync during quick changes", () => {
    const { store, shown } = open("/tasks");
    act(() => {
      store.dispatch(filterChosen({ name: "status", value: "Done" }));
      store.dispatch(pageTurned({ page: 3 }));
    });
    expect(shown()).toEqual(["/tasks?status=Done&page=3", "/tasks?status=Done&page=3"]);
    act(() => {
      store.dispatch(searchTyped({ text: "tea" }));
      store.dispatch(typingPaused());
      store.dispatch(filterChosen({ name: "priority", value: "Low" }));
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
