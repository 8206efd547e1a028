import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import { act } from "react";

import type { User } from "#contract/shapes/user.ts";
import { column, type Live, startLive } from "#testing/liveApp.ts";

let backend: Live["backend"];
let sendAsGrace: Live["sendAsGrace"];
let addTask: Live["addTask"];
let moveTo: Live["moveTo"];
let open: Live["open"];
let callCount: Live["callCount"];

beforeEach(async () => {
  ({ backend, sendAsGrace, addTask, moveTo, open, callCount } = await startLive());
});

describe("a change by another user", () => {
  test("updates the dashboard, the list, the open task with its comments, and the menu after a change of the user's role", async () => {
    const { user, store } = await open("/dashboard");
    const total = async () => (await screen.findByText("Total Tasks")).parentElement;
    expect(await total()).toHaveTextContent("0");
    const [task, other] = [await addTask(), await addTask({ title: "Mow" })];
    await waitFor(async () => expect(await total()).toHaveTextContent("2"));

    await user.click(screen.getByRole("link", { name: "Tasks" }));
    await screen.findByText("2 total tasks");
    await sendAsGrace("DELETE", `/api/tasks/${other.id}`);
    await screen.findByText("1 total task");
    await sendAsGrace("PUT", `/api/tasks/${task.id}`, { ...task, title: "Feed the cat" });
    await user.click(await screen.findByRole("link", { name: "Feed the cat" }));

    await screen.findByRole("heading", { name: "Feed the cat", level: 1 });
    await sendAsGrace("POST", `/api/tasks/${task.id}/comments`, { comment: "On my way" });
    await screen.findByText("On my way");
    await sendAsGrace("PUT", `/api/tasks/${task.id}`, { ...task, title: "Feed the dog" });
    await screen.findByRole("heading", { name: "Feed the dog" });
    await sendAsGrace("DELETE", `/api/tasks/${task.id}`);
    await screen.findByRole("heading", { name: "Task not found" });

    expect(screen.queryByRole("link", { name: "Users" })).toBeNull();
    const { id } = (store.getState().auth as { user: User }).user;
    await backend.db.updateTable("users").set({ role: "admin" }).where("id", "=", id).execute();
    await act(async () => {
      backend.deps.events.publish({ type: "user", id, change: "updated", by: null });
      await Promise.resolve();
    });
    await screen.findByRole("link", { name: "Users" });
  });
});

describe("a change during a call", () => {
  test("refetches after a response from before the change", async () => {
    const task = await addTask();
    const held = backend.delay("GET /api/kanban/board", 1);
    await open("/kanban");
    await held.arrived;
    await moveTo(task.id, "Done");
    act(() => held.release());
    await within(await column("Done")).findByText(task.title);
  });

  test("refetches without waiting for unrelated calls", async () => {
    const [task, own] = [await addTask(), await addTask({ title: "Feed the cat" })];
    const { user } = await open("/kanban");
    const held = backend.delay("PATCH /api/kanban/{id}/status");
    await user.click(await screen.findByRole("button", { name: `Actions (${own.title})` }));
    await user.click(screen.getByRole("menuitem", { name: "Move to Done" }));
    await held.arrived;
    await moveTo(task.id, "In Progress");
    await within(await column("In Progress")).findByText(task.title);
    // The user's own move has no response yet, and the card stays where the user put it.
    within(await column("Done")).getByText(own.title);
    act(() => held.release());
    await screen.findByText("Task moved to Done");
  });
});

const boardReads = () => callCount("GET /api/kanban/board") + callCount("GET /api/kanban/changes");

test("many changes, the user's own, and those of data that no screen shows, cause few calls", async () => {
  const task = await addTask();
  const { user } = await open("/kanban");
  await user.click(await screen.findByRole("button", { name: `Actions (${task.title})` }));
  const before = boardReads();
  await user.click(screen.getByRole("menuitem", { name: "Move to Done" }));
  await screen.findByText("Task moved to Done");
  await sendAsGrace("POST", `/api/tasks/${task.id}/comments`, { comment: "On my way" });
  // A later event shows that the earlier ones were handled.
  const next = await addTask({ title: "Feed the cat" });
  await screen.findByText(next.title);
  expect(boardReads() - before).toBe(1);
  expect(callCount("GET /api/tasks/{id}/comments")).toBe(0);

  await act(async () => {
    for (const change of Array.from({ length: 200 }, () => "moved" as const)) {
      backend.deps.events.publish({ type: "task", id: task.id, change, by: null });
    }
    await backend.call("GET", "/healthz");
  });
  await moveTo(next.id, "Done");
  await within(await column("Done")).findByText(next.title);
  expect(boardReads() - before).toBeLessThan(11);
});

test("a hidden tab fetches nothing until it is visible", async () => {
  const task = await addTask();
  await open("/kanban");
  await within(await column("To Do")).findByText(task.title);
  const before = callCount("GET /api/kanban/board");
  const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
  await moveTo(task.id, "Done");
  await act(async () => void (await backend.call("GET", "/healthz")));
  expect(callCount("GET /api/kanban/board")).toBe(before);
  hidden.mockRestore();
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await within(await column("Done")).findByText(task.title);
});

describe("the focus", () => {
  test("follows a card moved by another user, and goes to the next card after a deletion", async () => {
    const [next, task] = [await addTask({ title: "Feed the cat" }), await addTask()];
    const { user } = await open("/kanban");
    const link = (title: string) => screen.findByRole("link", { name: title });
    (await link(task.title)).focus();
    await moveTo(task.id, "Done");
    await within(await column("Done")).findByText(task.title);
    await waitFor(async () => expect(await link(task.title)).toHaveFocus());
    await moveTo(next.id, "Done");
    await within(await column("Done")).findByText(next.title);
    expect(await link(task.title)).toHaveFocus();
    await sendAsGrace("DELETE", `/api/tasks/${task.id}`);
    await waitFor(async () => expect(await link(next.title)).toHaveFocus());
    // Without a focused card, the focus stays where it is.
    await user.click(document.body);
    await moveTo(next.id, "Todo");
    await within(await column("To Do")).findByText(next.title);
    expect(document.body).toHaveFocus();
  });
});
