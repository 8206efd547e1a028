import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { InjectOptions } from "fastify";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin");
  await server.as("admin");
});
afterAll(() => server.close());

async function raw(options: InjectOptions) {
  const headers = { authorization: `Bearer ${admin.accessToken}`, ...options.headers };
  const response = await server.app.inject({ ...options, headers });
  return { status: response.statusCode, body: response.json<unknown>() };
}

const post = (payload: string, type = "application/json") =>
  raw({ method: "POST", url: "/api/tasks", payload, headers: { "content-type": type } });

describe("bodies", () => {
  test.each(["{", "nonsense", '{"title":}', "[1,", '"\u0000'])(
    "the body %j is refused as invalid JSON",
    async (payload) => {
      expect(await post(payload)).toEqual({
        status: 400,
        body: { error: "The body is not valid JSON" },
      });
    },
  );

  test.each([
    '"__proto__":{"role":"admin"}',
    '"\\u005f_proto__":{"role":"admin"}',
    '"constructor":{"prototype":{"role":"admin"}}',
    '"nested":[{"__proto__":{}}]',
  ])("a body that reaches for a prototype is refused: %s", async (field) => {
    const answer = await post(`{"title":"Task","priority":"Low",${field}}`);
    expect(answer).toEqual({ status: 400, body: { error: expect.any(String) as unknown } });
    expect(Object.hasOwn(Object.prototype, "role")).toBe(false);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "nonsense"])(
    "the content type %s is refused with 415",
    async (type) => {
      expect(await post("title=Task", type)).toMatchObject({
        status: 415,
        body: { error: expect.stringContaining("application/json") as unknown },
      });
    },
  );

  test.each(["", "null", "[]", "1", '"text"', "true"])(
    "the body %j is refused, because it is no object",
    async (payload) => {
      expect(await post(payload)).toEqual({
        status: 400,
        body: { errors: [{ param: "body", msg: "Body must be a JSON object" }] },
      });
    },
  );
});

test("fields named like methods of Object.prototype are unknown fields", async () => {
  const named = { toString: "text", valueOf: 1, constructor: "text", hasOwnProperty: null };
  const body = { title: "Task", priority: "Low", ...named };
  expect(await post(JSON.stringify(body))).toMatchObject({ status: 201 });
  expect(await post(JSON.stringify({ ...body, title: named }))).toEqual({
    status: 400,
    body: { errors: [{ param: "title", msg: "Title is required" }] },
  });
});

test("the name derived from a long address is cut between characters", async () => {
  const email = `x${"😀".repeat(150)}@example.com`;
  const body = { email, password: "a long password", role: "member" };
  expect(await server.call("POST", "/api/auth/register", body)).toMatchObject({
    status: 201,
    body: { user: { name: `X${"😀".repeat(99)}` } },
  });
});

describe("URLs", () => {
  test.each(["/api/users/%zz", "/api/%", "/%E0%A4%A", "/api/users/%c0%af"])(
    "%s is refused as malformed",
    async (url) => {
      expect(await raw({ method: "GET", url })).toMatchObject({
        status: 400,
        body: { error: expect.any(String) as unknown },
      });
    },
  );

  test.each([
    "/api",
    "/api/",
    "/api/nothing",
    "/api/users/",
    "/api/users/%00",
    "/api/users/%2e%2e%2fprofile",
    "/api/users/'%20or%201=1--",
    "/api/users/constructor",
    "/api/tasks/__proto__",
    `/api/users/${"x".repeat(99)}`,
  ])("%s gets a 404 in JSON", async (url) => {
    expect(await raw({ method: "GET", url })).toMatchObject({
      status: 404,
      body: { error: expect.any(String) as unknown },
    });
  });

  test.each([
    "page=1&page=2",
    "page[]=1",
    "__proto__=1",
    "page=__proto__",
    "search=%00",
    "assignee=%00",
    "team=x%00y&team=%ff",
    "page=1e9999",
  ])("the query %s causes no server error", async (query) => {
    const { status } = await raw({ method: "GET", url: `/api/tasks/search?${query}` });
    expect([200, 400]).toContain(status);
  });
});
