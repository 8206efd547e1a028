import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { TaskResponse } from "#contract/task.ts";
import type { TeamResponse } from "#contract/team.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import { boardCache } from "./boardCache.ts";
import { type BoundedBoard, boardReader } from "./queries.ts";

const EMPTY: BoundedBoard = { board: { Todo: [], "In Progress": [], Done: [] }, cuts: [] };

let server: TestServer;
let admin: TestUser;
let member: TestUser;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin");
  member = await server.as("member");
});
afterAll(async () => await server.close());

test("the cached board equals the database after every kind of change", async () => {
  const seen: string[] = [];
  const look = async (change?: Promise<{ status: number }>) => {
    if (change) expect((await change).status).toBeLessThan(300);
    const { body, headers } = await member.call("GET", "/api/kanban/board");
    expect(body).toEqual({ board: (await boardReader(server.db)()).board });
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    seen.push(JSON.stringify(body));
  };
  await look();
  const { team } = (await admin.call("POST", "/api/teams", { name: "Harbour" }))
    .body as TeamResponse;
  const fields = { priority: "Low", team_id: team.id, assignee_id: member.user.id };
  const create = async (title: string) => {
    const answer = await admin.call("POST", "/api/tasks", { title, ...fields });
    expect(answer).toMatchObject({ status: 201 });
    return (answer.body as TaskResponse).task;
  };
  const task = await create("Paint the boat");
  await look();
  const other = await create("🦄 Ünïcode");
  await look();
  await look(member.call("PATCH", `/api/kanban/${task.id}/status`, { status: "Done" }));
  await look(admin.call("PUT", `/api/tasks/${task.id}`, { ...task, title: "Paint both boats" }));
  await look(admin.call("DELETE", `/api/tasks/${other.id}`));
  const leaver = member;
  member = await server.as("member");
  await look(admin.call("DELETE", `/api/users/${leaver.user.id}`));
  expect(new Set(seen).size).toBe(seen.length);
});

test("concurrent requests build the board once, and it is cached until the data version changes", async () => {
  let version = "1";
  let reads = 0;
  const board = boardCache(
    async () => version,
    async () => {
      reads += 1;
      await Promise.resolve();
      return EMPTY;
    },
  );
  const answers = await Promise.all([board(), board(), board()]);
  await board();
  expect(reads).toBe(1);
  for (const answer of answers)
    expect(JSON.parse(String(answer.json))).toEqual({ board: EMPTY.board });
  version = "2";
  await board();
  expect(reads).toBe(2);
});

test.each([
  ["gzip, deflate, br, zstd", true],
  ["GZIP;q=0.5, *;q=0", true],
  ["br;q=1.0, gzip; q=0.8", true],
  ["gzip;q=0", false],
  ["gzip;q=0.0, br", false],
  ["br, xgzip", false],
  [undefined, false],
])("the board is compressed only if the client accepts gzip: %j", async (accepted, isPacked) => {
  for (let count = 0; count < 8; count += 1) {
    await admin.call("POST", "/api/tasks", { title: `Task ${count}`, priority: "Low" });
  }
  const answer = await server.app.inject({
    url: "/api/kanban/board",
    headers: {
      authorization: `Bearer ${admin.accessToken}`,
      ...(accepted !== undefined && { "accept-encoding": accepted }),
    },
  });
  expect(answer.headers["content-encoding"]).toBe(isPacked ? "gzip" : undefined);
  expect(answer.headers["vary"]).toBe("accept-encoding");
  const text = isPacked ? gunzipSync(answer.rawPayload).toString() : answer.payload;
  expect(JSON.parse(text)).toEqual({ board: (await boardReader(server.db)()).board });
  expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
});

test("a failed read of the board is not cached", async () => {
  const tries = [Promise.reject(new Error("The disk is gone")), Promise.resolve(EMPTY)];
  const board = boardCache(
    async () => "1",
    async () => await (tries.shift() ?? EMPTY),
  );
  await expect(board()).rejects.toThrow("The disk is gone");
  expect(JSON.parse(String((await board()).json))).toEqual({ board: EMPTY.board });
});
