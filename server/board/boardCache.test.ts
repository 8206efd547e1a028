import { gunzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { createTask } from "#server/testing/create.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { boardCache } from "./boardCache.ts";
import { type BoundedBoard, boardReader } from "./queries.ts";

const EMPTY: BoundedBoard = { board: { Todo: [], "In Progress": [], Done: [] }, cuts: [] };

const server = sharedServer();
const admin = sharedUser(server, "admin");

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

test("the board is compressed only if the client accepts gzip", async () => {
  for (let count = 0; count < 8; count += 1) await createTask(admin);
  for (const [accepted, isPacked] of [
    ["gzip, deflate, br, zstd", true],
    ["GZIP;q=0.5, *;q=0", true],
    ["br;q=1.0, gzip; q=0.8", true],
    ["gzip;q=0", false],
    ["gzip;q=0.0, br", false],
    ["br, xgzip", false],
    [undefined, false],
  ] as const) {
    const { headers, rawPayload } = await server.app.inject({
      url: "/api/kanban/board",
      headers: {
        authorization: `Bearer ${admin.accessToken}`,
        ...(accepted !== undefined && { "accept-encoding": accepted }),
      },
    });
    expect([accepted, headers["content-encoding"]]).toEqual([
      accepted,
      isPacked ? "gzip" : undefined,
    ]);
    expect(headers["vary"]).toBe("accept-encoding");
    const text = (isPacked ? gunzipSync(rawPayload) : rawPayload).toString();
    expect(JSON.parse(text)).toEqual({ board: (await boardReader(server.db)()).board });
    expect(Number(headers["content-length"])).toBe(rawPayload.length);
  }
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
