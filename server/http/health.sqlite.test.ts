import { copyFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import Fastify from "fastify";
import { databaseFile } from "#server/db/folder.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { testPlace } from "#server/testing/testPlace.ts";
import { until } from "#server/testing/until.ts";
import { healthRoute } from "./health.ts";

const place = testPlace({ hasTables: true });
let folder: string;
let file: string;
let server: TestServer;

beforeEach(async () => {
  folder = place.where;
  file = databaseFile(folder);
  server = await startServer({ where: folder });
});
afterEach(async () => {
  await server.close().catch(() => undefined);
  rmSync(`${folder}-moved`, { recursive: true, force: true });
});

const health = () => server.call("GET", "/healthz");

/** The first failing response; earlier ones may come from the shared result. */
async function failure(): Promise<unknown> {
  await until(async () => (await health()).status !== 200);
  const { status, body } = await health();
  return { status, body };
}

const unhealthy = (error: string) => ({ status: 503, body: { error } });
const MISSING = "The database file is missing, or was replaced";
const UNREADABLE = "The database file can't be read";

test.each([
  ["was deleted", () => rmSync(file), MISSING],
  [
    "was replaced by a copy",
    () => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
    MISSING,
  ],
  ["lost its log", () => rmSync(`${file}-wal`), MISSING],
  ["was emptied", () => truncateSync(file, 0), UNREADABLE],
  ["was overwritten", () => writeFileSync(file, "x".repeat(200_000), { flag: "r+" }), UNREADABLE],
])(
  "/healthz responds 503, without the path, when the database file %s",
  async (_what, harm, error) => {
    harm();
    expect(await failure()).toEqual(unhealthy(error));
  },
);

test("/healthz responds 503 while the server shuts down", async () => {
  const app = Fastify();
  await healthRoute(app, server.deps, () => true);
  const { statusCode, body } = await app.inject("/healthz");
  expect([statusCode, body]).toEqual([503, '{"error":"The server is shutting down"}']);
});

test("/healthz recovers when the database file is back, and fails when the database has lost its rows", async () => {
  renameSync(folder, `${folder}-moved`);
  await failure();
  renameSync(`${folder}-moved`, folder);
  await until(async () => (await health()).status === 200);
  await server.db.deleteFrom("settings").execute();
  expect(await failure()).toEqual(unhealthy("The database has lost its rows"));
});

test("200 concurrent health checks read the database once", async () => {
  const queries = jest.spyOn(server.db, "selectFrom");
  const answers = await Promise.all(Array.from({ length: 200 }, health));
  for (const { status } of answers) expect(status).toBe(200);
  expect(queries.mock.calls.length).toBe(1);
});
