import { beforeEach, describe, expect, it } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { card, type Edits, openForEdits } from "#testing/screens/edits.ts";
import { requestMoves } from "./actions/requestChanges.ts";
import { selectConfirmedBoard } from "./shown/shownBoard.ts";

const PATCH = "PATCH /api/tasks/{id}";
const READ = "GET /api/tasks/{id}";

let backend: Edits["backend"];
let add: Edits["add"];
let onServer: Edits["onServer"];
let open: Edits["open"];

beforeEach(async () => {
  ({ backend, add, onServer, open } = await openForEdits());
});

describe("an edit in place", () => {
  it("is shown at once, sent as one field, and stored for the next visit when the server has saved it", async () => {
    const task = await add("Feed the cat");
    const { edit, store } = await open();
    await card("Feed the cat");
    const held = backend.delay(PATCH);
    edit([task], { priority: "High" });
    await held.arrived;
    expect((await card("Feed the cat")).getByText("High")).toBeVisible();
    expect(screen.queryByText("Waiting to be sent")).toBeNull();
    const stored = () => selectConfirmedBoard(store.getState())?.Todo[0]?.priority;
    expect(stored()).toBe("Low");
    const board = backend.delay("GET /api/kanban/board");
    held.release();
    expect(await screen.findByText("Priority changed to High")).toBeVisible();
    expect(stored()).toBe("High");
    board.release();
    expect(backend.callsOf(PATCH).map(({ body }) => body)).toEqual([{ priority: "High" }]);
    await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
    expect((await card("Feed the cat")).getByText("High")).toBeVisible();
    expect(await onServer(task.id)).toMatchObject({ priority: "High", title: "Feed the cat" });
  });

  it("is shown on the list, on the task's page before the task itself arrives, and in the palette", async () => {
    const task = await add("Feed the cat");
    const { edit, user } = await open("/tasks");
    const row = (await screen.findByText("Feed the cat")).closest("article") as HTMLElement;
    backend.delay(PATCH);
    backend.delay("PATCH /api/kanban/{id}/status");
    const values = { title: "Feed the cats", priority: "High", due_date: "2999-12-24" } as const;
    edit([task], { ...values, status: "Done" });
    const isShownIn = (place: HTMLElement) => {
      for (const text of ["High", /Dec 24, 2999/, "Done"])
        expect(within(place).getByText(text)).toBeVisible();
    };
    isShownIn(row);
    backend.delay(READ);
    await user.click(screen.getByRole("link", { name: "Feed the cats" }));
    isShownIn(await screen.findByRole("complementary"));
    await user.keyboard("{Escape}{Control>}k{/Control}");
    await user.keyboard("cats");
    expect(await screen.findByRole("option", { name: /Feed the cats/ })).toBeVisible();
  });

  it("that the server refuses has one toast with the titles, the field and the reason", async () => {
    const tasks = [await add("Feed the cat"), await add("Water the plants")];
    const { edit, store } = await open();
    await card("Feed the cat");
    backend.fail(PATCH, { status: 400, body: { error: "Not today" } }, 2);
    backend.fail("PATCH /api/kanban/{id}/status", { status: 403 }, 2);
    edit(tasks, { priority: "High" });
    const text = "Failed to change the priority of 2 tasks. Not today";
    const both = /Feed the cat · Water the plants|Water the plants · Feed the cat/;
    expect((await screen.findByText(text)).nextSibling).toHaveTextContent(both);
    act(() => store.dispatch(requestMoves(tasks, "Done", "menu")));
    await waitFor(() => expect(store.getState().changes.entries).toEqual({}));
    const failure = await screen.findByText("Failed to update task status");
    await waitFor(() => expect(failure.nextSibling).toHaveTextContent(both));
    expect(screen.getAllByText(/^Failed to change/)).toHaveLength(1);
    const errors = [{ param: "assignee_id", msg: "Assignee is not active" }];
    backend.fail(PATCH, { status: 400, body: { errors } });
    edit(tasks.slice(0, 1), { assignee_id: "a leaver" });
    const one = 'Failed to change the assignee of "Feed the cat". Assignee is not active';
    expect(await screen.findByText(one)).toBeVisible();
    expect(screen.queryByText(/changed to/)).toBeNull();
  });

  it("of several tasks has a toast without the task whose value is replaced on its way", async () => {
    const tasks = [await add("Feed the cat"), await add("Water the plants")] as const;
    const { edit, store } = await open();
    await card("Feed the cat");
    const held = backend.delay(`PATCH /api/tasks/${tasks[1].id}`);
    edit(tasks, { priority: "High" });
    await held.arrived;
    const phase = () => store.getState().changes.entries[tasks[0].id]?.priority?.phase;
    await waitFor(() => expect([undefined, "confirmed"]).toContain(phase()));
    edit([tasks[1]], { priority: "Medium" });
    held.release();
    const first = await screen.findByText("Priority changed to High");
    expect(first.nextSibling).toHaveTextContent(/^Feed the cat$/);
    const second = await screen.findByText("Priority changed to Medium");
    expect(second.nextSibling).toHaveTextContent(/^Water the plants$/);
  });

  it("of several tasks has one toast, whose Undo changes all back", async () => {
    const tasks = [await add("Feed the cat"), await add("Bake bread", { priority: "Medium" })];
    const { edit, user } = await open();
    await card("Feed the cat");
    edit(tasks, { priority: "High" });
    expect(await screen.findByText("Priority of 2 tasks changed to High")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect((await card("Bake bread")).getByText("Medium")).toBeVisible();
    await waitFor(async () =>
      expect(await Promise.all(tasks.map(({ id }) => onServer(id)))).toMatchObject([
        { priority: "Low" },
        { priority: "Medium" },
      ]),
    );
  });
});

it("changes that a proxy refuses as outdated fail at once", async () => {
  const task = await add("Feed the cat");
  const { edit } = await open();
  await card("Feed the cat");
  const MOVE = "PATCH /api/kanban/{id}/status";
  for (const call of [MOVE, PATCH] as const) backend.fail(call, { status: 412 }, Infinity);
  edit([task], { status: "Done", priority: "High" });
  expect(await screen.findByText("Failed to update task status")).toBeVisible();
  const text = 'Failed to change the priority of "Feed the cat"';
  expect(await screen.findByText(text)).toBeVisible();
  expect([MOVE, PATCH].map((call) => backend.callsOf(call as typeof PATCH).length)).toEqual([1, 1]);
});

it("the form opens with the value of an edit that is under way, and saves it after that without a conflict", async () => {
  const task = await add("Feed the cat");
  const { edit, user } = await open(`/tasks/${task.id}`);
  await screen.findByRole("heading", { level: 1, name: "Feed the cat" });
  const held = backend.delay(PATCH);
  edit([task], { priority: "High" });
  await user.click(screen.getByRole("button", { name: "Edit Task" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Task" }));
  expect(form.getByLabelText(/^Priority/)).toHaveValue("High");
  await user.type(form.getByLabelText(/^Title/), "!");
  await user.click(form.getByRole("button", { name: "Update Task" }));
  expect(await form.findByRole("button", { name: "Updating..." })).toBeVisible();
  // Requests of one task are sent one after the other.
  expect(backend.callsOf("PUT /api/tasks/{id}")).toEqual([]);
  held.release();
  expect(await screen.findByText("Task updated successfully! ✅")).toBeVisible();
  expect(await onServer(task.id)).toMatchObject({ title: "Feed the cat!", priority: "High" });
});
