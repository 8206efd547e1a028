import { expect, test } from "@jest/globals";
import { EVENT_ID_HEADER } from "#contract/events.ts";
import type { BoardChanges, BoardResponse, ChangedCard } from "#contract/shapes/board.ts";
import { readEnd } from "#server/changes/settled.ts";
import { dataVersion } from "#server/db/dataVersion.ts";
import type { ChangeEvent } from "#server/eventBus.ts";
import { createTask } from "#server/testing/create.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { changesReader, readChangedCards } from "./changesSince.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin");
const member = sharedUser(server, "member");

async function create(title: string, status = "Todo"): Promise<string> {
  server.clock.advance(1_000);
  return (await createTask(member, { title, status })).id;
}

async function move(id: string, status: string): Promise<void> {
  server.clock.advance(1_000);
  await member.call("PATCH", `/api/kanban/${id}/status`, { status });
}

/** The board, once the server has followed all changes: on PostgreSQL that may be a moment later. */
async function readBoard() {
  const { last } = await readEnd(server.db);
  for (;;) {
    const response = await member.call("GET", "/api/kanban/board?descriptions=none");
    const { board } = response.body as BoardResponse;
    const position = String(response.headers[EVENT_ID_HEADER]);
    if (Number(position.split("-").at(-1)) >= last) return { board, position };
  }
}

const changesSince = async (position: string) =>
  (await member.call("GET", `/api/kanban/changes?since=${position}`)).body as BoardChanges;

const placed = (tasks: readonly ChangedCard[]) =>
  tasks.map(({ id, status, before }) => [id, status, before]);

test("the changes since a read of the board name the moved card, its column and the card below it", async () => {
  const [bottom, top] = [await create("Bottom", "Done"), await create("Top", "Done")];
  const moved = await create("Moved");
  const { position } = await readBoard();
  await move(moved, "Done");
  const changes = await changesSince(position);
  const { board } = await readBoard();
  expect(changes).toEqual({
    position: expect.any(String),
    tasks: [{ ...board.Done[0], before: top }],
    removed: [],
    recentDone: 3,
  });
  expect(board.Done.map(({ id }) => id)).toEqual([moved, top, bottom]);
  const { position: now } = await readBoard();
  expect(await changesSince(now)).toMatchObject({ position: now, tasks: [], removed: [] });
});

test("returns changed cards in column order, each with the id of the card below it", async () => {
  const { position } = await readBoard();
  const [one, two] = [await create("One", "Done"), await create("Two", "Done")];
  const three = await create("Three");
  await move(one, "Todo");
  expect(placed((await changesSince(position)).tasks)).toEqual([
    [two, "Done", null],
    [one, "Todo", three],
    [three, "Todo", null],
  ]);
});

test("cards that arrived at the same instant are ordered by id", async () => {
  const { position } = await readBoard();
  const body = { title: "Twin", priority: "Low" };
  for (let count = 0; count < 3; count += 1) await member.call("POST", "/api/tasks", body);
  const [first, second, third] = (await readBoard()).board.Todo.map(({ id }) => id);
  expect(placed((await changesSince(position)).tasks)).toEqual([
    [first, "Todo", second],
    [second, "Todo", third],
    [third, "Todo", null],
  ]);
});

test("an edited card keeps its place; a deleted one is removed; a comment changes nothing", async () => {
  const below = await create("Below");
  const edited = await create("Edited");
  const deleted = await create("Deleted");
  const { position } = await readBoard();
  await member.call("PUT", `/api/tasks/${edited}`, { title: "Renamed", priority: "High" });
  await member.call("DELETE", `/api/tasks/${deleted}`);
  await member.call("POST", `/api/tasks/${below}/comments`, { comment: "Hello" });
  const { tasks, removed } = await changesSince(position);
  expect(tasks).toEqual([
    expect.objectContaining({ id: edited, title: "Renamed", priority: "High", before: below }),
  ]);
  expect(removed).toEqual([deleted]);
});

test("the response to an unknown event, or to a deleted user, is a reset", async () => {
  expect(await changesSince("made-up")).toEqual({ reset: true });
  const leaver = await server.as("member");
  const { position } = await readBoard();
  await admin.call("DELETE", `/api/users/${leaver.user.id}`);
  expect(await changesSince(position)).toEqual({ reset: true });
});

/** A record with one change of each task. */
const recorded = (change: "created" | "deleted", ...ids: string[]) => {
  const changes = ids.map((id): ChangeEvent => ({ type: "task", id, change, by: null }));
  const committedSince = async () => changes.map((one) => ({ id: "s-1", change: one }));
  return { lastEventId: () => "s-1", committedSince };
};

test.each([
  ["too many changed tasks", 101, "Task", { reset: true }],
  ["changes that exceed the maximum size", 90, "字".repeat(200), { reset: true }],
  ["fewer", 100, "Task", expect.objectContaining({ position: "s-1" })],
])("the response to %s (%i) is a reset, or the cards", async (_what, count, title, response) => {
  await create("One");
  const [card] = (await readBoard()).board.Todo;
  if (!card) throw new Error("There is no card");
  const ids = Array.from({ length: count }, (_none, index) => String(index));
  const read = changesReader(
    recorded("created", ...ids),
    async () => "1",
    async () => ids.map((id) => Object.assign({}, card, { id, title, before: null })),
  );
  expect(JSON.parse(String(await read("s-0")))).toEqual(response);
});

test("the response includes a write by another server whose event has not arrived yet", async () => {
  const id = await create("One");
  const read = changesReader(recorded("created", id), dataVersion(server.db), (ids) =>
    readChangedCards(server.db, ids),
  );
  await read("s-0");
  await move(id, "Done");
  expect(JSON.parse(String(await read("s-0")))).toMatchObject({ tasks: [{ id, status: "Done" }] });
});

test("a failed read of the changes is not cached", async () => {
  const tries = [Promise.reject(new Error("The disk is gone")), Promise.resolve([])];
  const read = changesReader(
    recorded("deleted", "gone"),
    async () => "1",
    async () => await (tries.shift() ?? []),
  );
  await expect(read("s-0")).rejects.toThrow("The disk is gone");
  expect(JSON.parse(String(await read("s-0")))).toMatchObject({ removed: ["gone"] });
});
