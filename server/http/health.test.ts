import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { startServer, type TestServer } from "#server/testing/server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const health = () => server.call("GET", "/healthz");

test("/healthz fails when the database has lost its rows", async () => {
  expect(await health()).toMatchObject({ status: 200, body: { status: "ok" } });
  await server.db.deleteFrom("settings").execute();
  let answer;
  do answer = await health();
  while (answer.status === 200);
  expect(answer).toMatchObject({ status: 503, body: { error: "The database has lost its rows" } });
});

test("200 concurrent health checks read the database once", async () => {
  const queries = jest.spyOn(server.db, "selectFrom");
  const answers = await Promise.all(Array.from({ length: 200 }, health));
  for (const { status } of answers) expect(status).toBe(200);
  expect(queries.mock.calls.length).toBe(1);
});
