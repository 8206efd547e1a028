import { expect, it } from "@jest/globals";
import { combineReducers, configureStore } from "@reduxjs/toolkit";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { type SelectionScreen, selectionSlice } from "./selectionSlice.ts";
import { useSelection } from "./useSelection.ts";

const SHOWN = ["a", "b", "c", "d"];

/** A screen with a selection, in a store of its own or in that of another screen. */
function open(
  screen: SelectionScreen,
  store = configureStore({ reducer: combineReducers({ selection: selectionSlice.reducer }) }),
) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  interface Shown {
    shown: readonly string[];
    existing?: ReadonlySet<string>;
  }
  const initialProps: Shown = { shown: SHOWN };
  const { result, rerender, unmount } = renderHook(
    ({ shown, existing }: Shown) => useSelection(screen, shown, existing),
    { wrapper, initialProps },
  );
  return {
    store,
    rerender,
    unmount,
    ids: () => [...result.current.ids],
    set: (...args: Parameters<typeof result.current.set>) => act(() => result.current.set(...args)),
    replace: (ids: readonly string[]) => act(() => result.current.replace(ids)),
  };
}

it("selects a range in both directions, and unselects one", () => {
  const { ids, set } = open("tasks");
  set("d", true);
  set("c", true);
  set("a", true, true);
  expect(ids().sort()).toEqual(SHOWN);
  set("b", false);
  set("c", false, true);
  expect(ids().sort()).toEqual(["a", "d"]);
});

it("selects one item if the other end of the range is filtered out", () => {
  const { ids, set, rerender } = open("tasks");
  set("a", true);
  rerender({ shown: ["b", "c"] });
  set("c", true, true);
  expect(ids()).toEqual(["a", "c"]);
});

it("leaves out items that exist no longer", () => {
  const { ids, replace, rerender } = open("users");
  replace(["b", "a"]);
  rerender({ shown: SHOWN, existing: new Set(["a", "c"]) });
  expect(ids()).toEqual(["a"]);
});

it("ends with its screen, and is never another screen's", () => {
  const list = open("tasks");
  list.set("a", true);
  const board = open("board", list.store);
  expect(board.ids()).toEqual([]);
  expect(list.ids()).toEqual(["a"]);
  board.set("b", true);
  expect(board.ids()).toEqual(["b"]);
  board.unmount();
  expect(open("board", list.store).ids()).toEqual([]);
});
