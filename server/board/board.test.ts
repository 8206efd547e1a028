import { describe, expect, test } from "@jest/globals";
import type { BoardResponse, BoardTask } from "#contract/shapes/board.ts";
import { createTask } from "#server/testing/create.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { boardReader } from "./queries.ts";

const server = sharedServer();
const member = sharedUser(server, "member");

async function create(title: string, status = "Todo"): Promise<string> {
  server.clock.advance(1_000);
  return (await createTask(member, { title, status })).id;
}

async function move(id: string, status: unknown) {
  server.clock.advance(1_000);
  return await member.call("PATCH", `/api/kanban/${id}/status`, { status });
}

async function columns() {
  const { board } = (await member.call("GET", "/api/kanban/board")).body as BoardResponse;
  return Object.entries(board).map(([status, tasks]) => [status, tasks.map(({ title }) => title)]);
}

const version = async (id: string) =>
  await server.db
    .selectFrom("tasks")
    .select(["version", "updated_at", "status_changed_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

test("a column shows its latest arrival first", async () => {
  const one = await create("One");
  await create("Two");
  await create("Three", "Done");
  await move(one, "Done");
  expect(await columns()).toEqual([
    ["Todo", ["Two"]],
    ["In Progress", []],
    ["Done", ["One", "Three"]],
  ]);
  await move(one, "Todo");
  expect((await columns())[0]).toEqual(["Todo", ["One", "Two"]]);
});

test("a board that is too large is cut to the latest arrivals of each column", async () => {
  const read = boardReader(server.db, 2);
  for (let index = 0; index < 5; index++) await create(`Task ${index}`);
  await create("Busy", "In Progress");
  expect(await read()).toMatchObject({ board: { Todo: { length: 5 } }, cuts: [] });
  await create("One too many", "Done");
  const { board, cuts } = await read();
  expect(cuts).toEqual(["tasks"]);
  expect(board.Todo.map(({ title }) => title)).toEqual(["Task 4", "Task 3"]);
  expect(board["In Progress"].map(({ title }) => title)).toEqual(["Busy"]);
  expect(board.Done.map(({ title }) => title)).toEqual(["One too many"]);
});

test("a move returns the task with a new version", async () => {
  const id = await create("One");
  const answer = await move(id, "In Progress");
  expect(answer).toMatchObject({ status: 200, body: { task: { id, status: "In Progress" } } });
  const now = server.clock.time.toISOString();
  expect(await version(id)).toEqual({ version: 2, updated_at: now, status_changed_at: now });
  expect(await move("none", "Done")).toMatchObject({ status: 404 });
});

describe("an undone move", () => {
  const undo = async (id: string, status: string) => {
    server.clock.advance(1_000);
    return await member.call("PATCH", `/api/kanban/${id}/status`, { status, undo: true });
  };
  const column = async (status: string) => (await columns()).find(([name]) => name === status)?.[1];

  test("returns the task to its former place, move by move", async () => {
    await create("Oldest");
    const id = await create("Middle");
    await create("Latest");
    await create("Begun", "In Progress");
    await move(id, "In Progress");
    await create("Begun since", "In Progress");
    await move(id, "Done");
    await undo(id, "In Progress");
    expect(await column("In Progress")).toEqual(["Begun since", "Middle", "Begun"]);
    await undo(id, "Todo");
    expect(await column("Todo")).toEqual(["Latest", "Middle", "Oldest"]);
    expect((await version(id)).updated_at).toBe(server.clock.time.toISOString());
    await move(id, "Done");
    await undo(id, "Todo");
    expect(await column("Todo")).toEqual(["Latest", "Middle", "Oldest"]);
  });

  test("counts edits of other fields as no move, and a form's change of the status as one", async () => {
    await create("Oldest");
    const id = await create("Middle");
    await create("Latest");
    server.clock.advance(1_000);
    await member.call("PATCH", `/api/tasks/${id}`, { status: "Done", priority: "High" });
    server.clock.advance(1_000);
    await member.call("PATCH", `/api/tasks/${id}`, { title: "Middle, renamed" });
    await undo(id, "Todo");
    expect(await column("Todo")).toEqual(["Latest", "Middle, renamed", "Oldest"]);
  });

  test("puts the task on top, as any move does, if its last move came from another column", async () => {
    const id = await create("Oldest");
    await create("Latest");
    await move(id, "In Progress");
    await move(id, "Done");
    await undo(id, "Todo");
    expect(await column("Todo")).toEqual(["Oldest", "Latest"]);
  });
});

test("the board without descriptions has the progress of the checklists in them", async () => {
  const id = await create("Pack");
  const cards = async () =>
    (
      (await member.call("GET", "/api/kanban/board?descriptions=none"))
        .body as BoardResponse<BoardTask>
    ).board.Todo.map(({ checklist }) => checklist);
  const describe = async (description: string) =>
    await member.call("PATCH", `/api/tasks/${id}`, { description });
  expect(await cards()).toEqual([undefined]);
  await describe("Take along:\n- [x] tent\n- [ ] map");
  expect(await cards()).toEqual([{ done: 1, total: 2 }]);
  await describe("- [x] tent\n- [x] map\n- [ ] rope");
  expect(await cards()).toEqual([{ done: 2, total: 3 }]);
  const admin = await server.as("admin");
  await admin.call("DELETE", `/api/tasks/${id}`);
  await admin.call("POST", `/api/tasks/${id}/restore`);
  expect(await cards()).toEqual([{ done: 2, total: 3 }]);
  await describe("Nothing");
  expect(await cards()).toEqual([undefined]);
});

test("the board without descriptions says since when each open task is in its column; an undone move goes back to it", async () => {
  const id = await create("Paint the boat");
  const card = async () =>
    Object.values(
      (
        (await member.call("GET", "/api/kanban/board?descriptions=none"))
          .body as BoardResponse<BoardTask>
      ).board,
    )
      .flat()
      .map(({ status, arrived_at }) => [status, arrived_at]);
  const created = server.clock.time.toISOString();
  await move(id, "In Progress");
  const begun = server.clock.time.toISOString();
  server.clock.advance(1_000);
  await member.call("PATCH", `/api/tasks/${id}`, { title: "Paint the boats" });
  expect(await card()).toEqual([["In Progress", begun]]);
  await member.call("PATCH", `/api/kanban/${id}/status`, { status: "Todo", undo: true });
  expect(await card()).toEqual([["Todo", created]]);
  await move(id, "Done");
  expect(await card()).toEqual([["Done", undefined]]);
});

test("the board without descriptions says how many tasks were done in the last 14 days", async () => {
  const read = async () =>
    ((await member.call("GET", "/api/kanban/board?descriptions=none")).body as BoardResponse)
      .recentDone;
  const task = await create("Done early");
  await move(task, "Done");
  await create("Done at once", "Done");
  expect(await read()).toBe(2);
  server.clock.advance(14 * 24 * 60 * 60 * 1000);
  Object.assign(member, await server.signIn(member.user));
  // No data has changed since the first read, but time has passed.
  expect(await read()).toBe(0);
  await create("Done today", "Done");
  expect(await read()).toBe(1);
  const whole = (await member.call("GET", "/api/kanban/board")).body as BoardResponse;
  expect(Object.keys(whole)).toEqual(["board"]);
});
