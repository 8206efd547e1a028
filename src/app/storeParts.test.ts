import { expect, test } from "@jest/globals";
import { pages } from "#app/screens/pages.ts";
import { startTasksListeners } from "#features/tasks/tasksListeners.tsx";
import { installStoreParts, newListeners } from "#lib/storeParts.ts";
import type { StartListening } from "#session/appExtra.ts";
import { makeTestStore } from "#testing/renderApp.tsx";

// Each test that opens a screen shows that its slices and listeners arrive with it.

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
