import { expect, test } from "@jest/globals";
import type { BoardChanges, BoardResponse, ChangedCard } from "#contract/board.ts";
import { EVENT_ID_HEADER } from "#contract/events.ts";
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

test("the response to an unknown event, to too many changed tasks, or to a deleted user, is a reset", async () => {
  expect(await changesSince("made-up")).toEqual({ reset: true });
  const leaver = await server.as("member");
  const { position } = await readBoard();
  for (let count = 0; count < 101; count += 1) await create(`Task ${count}`);
  expect(await changesSince(position)).toEqual({ reset: true });
  const { position: later } = await readBoard();
  await admin.call("DELETE", `/api/users/${leaver.user.id}`);
  expect(await changesSince(later)).toEqual({ reset: true });
});

test("changes that exceed the maximum size become a reset", async () => {
  const { position } = await readBoard();
  for (let count = 0; count < 90; count += 1) await create("字".repeat(200));
  expect(await changesSince(position)).toEqual({ reset: true });
});

/** A record with one change. */
const recorded = (id: string, change: "created" | "deleted") => {
  const event: ChangeEvent = { type: "task", id, change, by: null };
  const committedSince = async () => [{ id: "s-1", change: event }];
  return { lastEventId: () => "s-1", committedSince };
};

test("the response includes a write by another server whose event has not arrived yet", async () => {
  const id = await create("One");
  const read = changesReader(recorded(id, "created"), dataVersion(server.db), (ids) =>
    readChangedCards(server.db, ids),
  );
  await read("s-0");
  await move(id, "Done");
  expect(JSON.parse(String(await read("s-0")))).toMatchObject({ tasks: [{ id, status: "Done" }] });
});

test("a failed read of the changes is not cached", async () => {
  const tries = [Promise.reject(new Error("The disk is gone")), Promise.resolve([])];
  const read = changesReader(
    recorded("gone", "deleted"),
    async () => "1",
    async () => await (tries.shift() ?? []),
  );
  await expect(read("s-0")).rejects.toThrow("The disk is gone");
  expect(JSON.parse(String(await read("s-0")))).toMatchObject({ removed: ["gone"] });
});
