import { expect, it } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import type { Task } from "#contract/task.ts";
import { requestEdit } from "#features/changes/actions/requestChanges.ts";
import { selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import { openBackend, renderApp } from "#testing/renderApp.tsx";
import { moveByMenu, titles } from "#testing/screens/boardScreen.ts";
import { createTask } from "#testing/screens/create.ts";

const MOVE = "PATCH /api/kanban/{id}/status";
const EDIT = "PATCH /api/tasks/{id}";
const CREATE = "POST /api/tasks";
/** A busy server or a proxy before it names when to come back. */
const BUSY = { status: 429, body: { error: "Busy" }, headers: { "retry-after": "1" } };
const BUSY_PROXY = { status: 503, headers: { "retry-after": "1" } };

const nameAll = (tasks: readonly Pick<Task, "title" | "status" | "priority">[]) =>
  tasks
    .map(({ title, status, priority }) => `${title} ${status} ${priority}`)
    .toSorted()
    .join();

it("moves, edits and new cards wait for a busy server, and no card jumps back", async () => {
  const backend = await openBackend();
  const grace = await backend.as("member", { name: "Grace Hopper" });
  const names = ["Feed the cat", "Water the plants"];
  const tasks: Task[] = [];
  for (const name of names) tasks.push(await createTask(grace, name, { priority: "Low" }));
  const { store, user } = await renderApp({ path: "/kanban", as: "member", backend });
  await user.click(await screen.findByRole("button", { name: "Add a task to To Do" }));
  const line = await screen.findByRole("textbox", { name: /task/i });
  backend.fail(MOVE, BUSY);
  backend.fail(EDIT, BUSY_PROXY);
  backend.fail(CREATE, BUSY_PROXY);
  for (const name of names) await moveByMenu(user, name, "Done");
  act(() => store.dispatch(requestEdit(tasks, { priority: "High" })));
  const shown = new Set<string>();
  const stop = store.subscribe(() => {
    const { Done = [] } = selectShownBoard(store.getState()) ?? {};
    shown.add(nameAll(Done));
  });
  await user.type(line, "Buy milk{Enter}");
  await waitFor(() => expect(store.getState().connection.isBusy).toBe(true));
  expect(await screen.findAllByText("Waiting to be sent")).not.toHaveLength(0);
  expect(await screen.findByText("Priority of 2 tasks changed to High")).toBeVisible();
  await waitFor(() => expect(titles("To Do")).toEqual(["Buy milk"]));
  await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
  stop();
  expect([...shown]).toEqual(["Feed the cat Done High,Water the plants Done High"]);
  expect(screen.queryByText(/^Failed/)).toBeNull();
  const calls = [MOVE, EDIT, CREATE] as const;
  expect(calls.map((call) => backend.callsOf(call).length)).toEqual([3, 3, 2]);
  const rows = await backend.db
    .selectFrom("tasks")
    .select(["title", "status", "priority"])
    .execute();
  expect(nameAll(rows)).toBe(`Buy milk Todo Medium,${[...shown].join()}`);
});
