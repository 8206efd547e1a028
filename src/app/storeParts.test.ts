import { expect, test } from "@jest/globals";
import { waitFor } from "@testing-library/react";
import { pages } from "#app/screens/pages.ts";
import type { TaskInput } from "#contract/task.ts";
import { changesApi } from "#features/changes/sending/changesApi.ts";
import { addressOpened, filtersSlice } from "#features/filters/filtersSlice.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { userBulk } from "#features/users/userBulk.ts";
import { installStoreParts, newListeners } from "#lib/storeParts.ts";
import type { StartListening } from "#session/appExtra.ts";
import { makeTestStore, openBackend } from "#testing/renderApp.tsx";

const query = { ...filtersSlice.getInitialState().query, page: 2 };

const request = (id: string) =>
  userBulk.actions.bulkRequested({
    action: { active: true },
    ids: [id],
  });

// The tests run in this order, because code stays loaded.

test("a slice's state is there once its screen is loaded, in every store", async () => {
  const store = makeTestStore();
  store.dispatch(request("a"));
  expect(store.getState()).not.toHaveProperty("userBulk");
  await pages.users.preload();
  expect(store.getState().userBulk.phase).toBe("idle");
  store.dispatch(request("a"));
  expect(store.getState().userBulk).toMatchObject({ phase: "running", ids: ["a"] });
  const later = makeTestStore();
  later.dispatch(request("b"));
  expect(later.getState().userBulk).toMatchObject({ phase: "running", ids: ["b"] });
});

test("a screen's listeners start in a store that exists already", async () => {
  const backend = await openBackend();
  const store = makeTestStore();
  await pages.tasks.preload();
  store.dispatch(addressOpened({ query }));
  backend.answer("POST /api/tasks", { task: { id: "1", title: "Feed the cat" } });
  const { createTask } = changesApi.endpoints;
  const input = { title: "Feed the cat" } as TaskInput;
  await store.dispatch(createTask.initiate({ input, isForm: true }));
  // A new task is on the first page.
  await waitFor(() => expect(store.getState().filters.query.page).toBe(1));
});

test("a screen's listeners never see a state without its slices", async () => {
  const store = makeTestStore();
  const seen: unknown[] = [];
  const name = "lateCount";
  const listen = (startListening: StartListening<object>) =>
    startListening({
      predicate: (_action, ...states) => {
        seen.push(...states.map((state) => Reflect.get(state, name)));
        return false;
      },
      effect: () => undefined,
    });
  installStoreParts({ storeParts: { slices: [{ name, reducer: () => 1 }], listeners: [listen] } });
  store.dispatch({ type: "anything" });
  expect(seen).toEqual([1, 1]);
});

test("two screens can need the same listeners, which start once", async () => {
  await pages.tasks.preload();
  await pages.task.preload();
  const started: unknown[] = [];
  newListeners()((start) => started.push(start));
  expect(started).toContain(startTasksListeners);
  expect(new Set(started).size).toBe(started.length);
});
