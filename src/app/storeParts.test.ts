import { expect, test } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import type { TaskInput } from "#contract/task.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { addressOpened, filtersSlice } from "#features/filters/filtersSlice.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { newListeners, newSlices } from "#lib/storeParts.ts";
import { loadAllScreens } from "#testing/allScreens.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";
import { pages } from "./pages.ts";
import { placeholders } from "./placeholders.ts";

const query = { ...filtersSlice.getInitialState().query, page: 2 };

const request = (id: string) =>
  userBulk.actions.bulkRequested({
    action: { active: true },
    ids: [id],
  });

// The tests run in this order, because code stays loaded.

test("a slice ignores its events until its screen is loaded, then handles them in every store", async () => {
  const store = makeTestStore();
  store.dispatch(request("a"));
  expect(store.getState().userBulk.phase).toBe("idle");
  await pages.users.preload();
  store.dispatch(request("a"));
  expect(store.getState().userBulk).toMatchObject({ phase: "running", ids: ["a"] });
  const later = makeTestStore();
  later.dispatch(request("b"));
  expect(later.getState().userBulk).toMatchObject({ phase: "running", ids: ["b"] });
});

test("a screen's listeners start in a store that exists already", async () => {
  const backend = await openBackend();
  const store = makeTestStore();
  store.dispatch({ type: "anything" });
  await pages.tasks.preload();
  store.dispatch(addressOpened({ query }));
  backend.answer("POST /api/tasks", { task: { id: "1", title: "Feed the cat" } });
  const { createTask } = changesApi.endpoints;
  const input = { title: "Feed the cat" } as TaskInput;
  await store.dispatch(createTask.initiate({ input, isForm: true }));
  // A new task is on the first page.
  await waitFor(() => expect(store.getState().filters.query.page).toBe(1));
});

test("two screens can need the same listeners, which start once", async () => {
  await pages.tasks.preload();
  await pages.task.preload();
  const started: unknown[] = [];
  newListeners()((start) => started.push(start));
  expect(started).toContain(startTasksListeners);
  expect(new Set(started).size).toBe(started.length);
});

test("each placeholder has the initial state of its slice", async () => {
  await loadAllScreens();
  const init = { type: "init" };
  const loaded = new Map<string, unknown>();
  newSlices()((slice) => loaded.set(slice.name, slice.reducer(undefined, init)));
  const kept = Object.entries(placeholders).map(
    ([key, placeholder]) => [key, placeholder(undefined, init)] as const,
  );
  expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(loaded));
  expect(kept.length).toBeGreaterThan(0);
});
