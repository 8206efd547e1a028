import { beforeEach, expect, test } from "@jest/globals";
import { combineReducers, configureStore } from "@reduxjs/toolkit";
import { extendSelection, toggleCard } from "./selecting.ts";
import { selectionSlice } from "./selectionSlice.ts";

const makeStore = () =>
  configureStore({ reducer: combineReducers({ selection: selectionSlice.reducer }) });
let store: ReturnType<typeof makeStore>;
const ids = () => store.getState().selection.ids;

beforeEach(() => {
  store = makeStore();
});

test("a card is selected, and taken out again", () => {
  store.dispatch(toggleCard("a"));
  store.dispatch(toggleCard("b"));
  expect(ids()).toEqual(["a", "b"]);
  store.dispatch(toggleCard("a"));
  expect(ids()).toEqual(["b"]);
});

test("the selection grows with each step, and a step back takes out the card that it leaves", () => {
  store.dispatch(extendSelection("a", "b"));
  store.dispatch(extendSelection("b", "c"));
  expect(ids()).toEqual(["a", "b", "c"]);
  store.dispatch(extendSelection("c", "b"));
  expect(ids()).toEqual(["a", "b"]);
});
