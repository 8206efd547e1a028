import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { InjectOptions } from "fastify";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";
import type { ApiRoute } from "./apiRoute.ts";
import { BODY_LIMIT } from "./bodies.ts";

let server: TestServer;
let admin: TestUser;
let routes: ApiRoute[];

beforeAll(async () => {
  server = await startServer();
  routes = server.app.apiRoutes.filter(
    ({ method, bodyLimit, upload }) =>
      method !== "GET" && method !== "HEAD" && bodyLimit === undefined && !upload,
  );
});
// A new user for each test, because one of the routes ends all sessions of its caller.
beforeEach(async () => {
  admin = await server.as("admin");
});
afterAll(() => server.close());

interface RequestOptions {
  payload: InjectOptions["payload"];
  headers?: Record<string, string>;
  by?: TestUser | null;
}

async function send(
  { method, url }: ApiRoute,
  { payload, headers = {}, by = admin }: RequestOptions,
) {
  const response = await server.app.inject({
    method: method as "POST",
    url: url.replaceAll(/:\w+/g, "none"),
    headers: {
      "content-type": "application/json",
      ...(by && { authorization: `Bearer ${by.accessToken}` }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  const body: unknown = response.body === "" ? "" : response.json();
  return { status: response.statusCode, body };
}

const nameOf = ({ method, url }: ApiRoute) => `${method} ${url}`;

/** The response of each route, by the route's name. */
async function sendToAll(options: RequestOptions): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const route of routes) {
    // DELETE /api/auth/sessions needs no body, and would end the session.
    const by = options.by === undefined ? await server.as("admin") : options.by;
    answers[nameOf(route)] = await send(route, { ...options, by });
  }
  return answers;
}

const fromEveryRoute = (answer: unknown) =>
  Object.fromEntries(routes.map((route) => [nameOf(route), answer]));

/** JSON of this size, with characters of one, two and four bytes. */
function jsonOf(size: number): string {
  const start = '{"unknown":"é😀';
  return `${start}${"x".repeat(size - Buffer.byteLength(start) - 2)}"}`;
}

/** A text as a stream of two chunks, without a content-length. */
const inChunks = (text: string) => Readable.from([text.slice(0, 1_000), text.slice(1_000)]);

const TOO_LARGE = { status: 413, body: { error: "The request is too large" } };

describe("the body limit of 64 KiB, on every route that may have a body", () => {
  test("accepts 64 KiB", async () => {
    for (const payload of [jsonOf, (size: number) => inChunks(jsonOf(size))]) {
      for (const route of routes) {
        const by = await server.as("admin");
        const { status } = await send(route, { payload: payload(BODY_LIMIT), by });
        expect([nameOf(route), [201, 204, 400, 404].includes(status)]).toEqual([
          nameOf(route),
          true,
        ]);
      }
    }
  });

  test("refuses one byte more", async () => {
    expect(await sendToAll({ payload: jsonOf(BODY_LIMIT + 1) })).toEqual(fromEveryRoute(TOO_LARGE));
  });

  test("refuses one byte more without a content-length", async () => {
    for (const route of routes) {
      const by = await server.as("admin");
      const answer = await send(route, { payload: inChunks(jsonOf(BODY_LIMIT + 1)), by });
      expect([nameOf(route), answer]).toEqual([nameOf(route), TOO_LARGE]);
    }
  });

  test("refuses a larger content-length before the body arrives", async () => {
    const headers = { "content-length": String(BODY_LIMIT + 1) };
    expect(await sendToAll({ payload: "{}", headers })).toEqual(fromEveryRoute(TOO_LARGE));
  });

  test("keeps the connection open after refusing up to 1 MiB, so that the response arrives", async () => {
    const answered = async (bytes: number) =>
      await server.app.inject({
        method: "POST",
        url: "/api/auth/login",
        headers: { "content-type": "application/json", "content-length": String(bytes) },
        payload: "{}",
      });
    expect((await answered(BODY_LIMIT + 1)).headers["connection"]).not.toBe("close");
    // A much larger body would keep the connection busy.
    expect((await answered(BODY_LIMIT * 1_000)).headers["connection"]).toBe("close");
  });

  test("applies after authentication", async () => {
    const answers = await sendToAll({ payload: jsonOf(BODY_LIMIT + 1), by: null });
    const guarded = routes.filter(({ access }) => access !== "public");
    for (const route of guarded) expect(answers[nameOf(route)]).toMatchObject({ status: 401 });
  });
});

test.each([
  ["arrays", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["arrays in a field", `{"title":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
  [
    "arrays in all fields",
    JSON.stringify({ email: 0, password: 0, role: 0, title: 0, name: 0 }).replaceAll(
      ":0",
      `:${"[".repeat(5_000)}${"]".repeat(5_000)}`,
    ),
  ],
  ["objects in an id", `{"assignee_id":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`],
])("deep nesting causes no server error: %s", async (_what, payload) => {
  for (const route of routes) {
    const by = await server.as("admin");
    const { status } = await send(route, { payload, by });
    expect([nameOf(route), [201, 204, 400, 404].includes(status)]).toEqual([nameOf(route), true]);
  }
});

test.each(["gzip", "br", "deflate", "gzip, gzip", "compress", "nonsense"])(
  "a body with a content-encoding is refused: %s",
  async (coding) => {
    const payload = gzipSync(JSON.stringify({ title: "x".repeat(10_000_000) }));
    expect(payload.length).toBeLessThan(BODY_LIMIT);
    expect(await sendToAll({ payload, headers: { "content-encoding": coding } })).toEqual(
      fromEveryRoute({
        status: 415,
        body: { error: "Send the body without a content-encoding" },
      }),
    );
  },
);

test("invalid UTF-8 becomes replacement characters", async () => {
  const payload = Buffer.concat([
    Buffer.from('{"title":"'),
    Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
    Buffer.from('","priority":"Low"}'),
  ]);
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/tasks",
    headers: { "content-type": "application/json", authorization: `Bearer ${admin.accessToken}` },
    payload,
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    { task: { title: "\ufffd".repeat(6) } },
  ]);
});
