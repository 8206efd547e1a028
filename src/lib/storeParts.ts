import type { Reducer } from "@reduxjs/toolkit";

/** A slice, or another reducer with the name of its part of the state. */
export interface LateSlice {
  name: string;
  reducer: Reducer;
}

/** Starts listeners. The app passes its `startListening`, whose state holds all slices, and the store. */
export type LateListeners = (startListening: never, store: never) => void;

/**
 * The parts of the store that a lazily loaded module needs before it renders. It exports them as
 * `storeParts`, and `lazyPart` and `loadCode` install it.
 */
export interface StoreParts {
  slices?: readonly LateSlice[];
  listeners?: readonly LateListeners[];
}

const lateSlices: LateSlice[] = [];
const lateListeners: LateListeners[] = [];
const stores = new Set<() => void>();

/**
 * Adds the `storeParts` that a module exports, if any, to every store of the page. Afterwards their
 * state is there, and their listeners run.
 */
export function installStoreParts(module: { storeParts?: StoreParts } | object): void {
  const { slices = [], listeners = [] } = ("storeParts" in module && module.storeParts) || {};
  const before = lateSlices.length + lateListeners.length;
  lateSlices.push(...slices.filter((slice) => !lateSlices.includes(slice)));
  lateListeners.push(...listeners.filter((start) => !lateListeners.includes(start)));
  if (lateSlices.length + lateListeners.length > before) for (const notify of stores) notify();
}

/** Calls `notify` after each installation, until the returned function is called. */
export function onStoreParts(notify: () => void): () => void {
  stores.add(notify);
  return () => void stores.delete(notify);
}

/** The names of the installed slices. */
export const installedSlices = (): string[] => lateSlices.map(({ name }) => name);

/** Calls a function for each item of a list that has grown since the last call. */
function forNew<Item>(items: readonly Item[]): (handle: (item: Item) => void) => void {
  let count = 0;
  return (handle) => {
    // `handle` may dispatch, which calls this again.
    while (count < items.length) handle(items[count++] as Item);
  };
}

/** Each caller gets every installed slice once. */
export const newSlices = () => forNew(lateSlices);
/** Each caller gets all installed listeners once. */
export const newListeners = () => forNew(lateListeners);
