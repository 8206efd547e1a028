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
  routes = server.app.apiRoutes.filter(({ method }) => method !== "GET" && method !== "HEAD");
});
// Anew for each test: one of the calls ends all the sessions of its caller.
beforeEach(async () => {
  admin = await server.as("admin");
});
afterAll(() => server.close());

interface Asked {
  payload: InjectOptions["payload"];
  headers?: Record<string, string>;
  by?: TestUser | null;
}

async function ask({ method, url }: ApiRoute, { payload, headers = {}, by = admin }: Asked) {
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

const named = ({ method, url }: ApiRoute) => `${method} ${url}`;

/** What each route answers, by its name. */
async function askAll(asked: Asked): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const route of routes) {
    // The one whose success needs no body would end the session.
    const by = asked.by === undefined ? await server.as("admin") : asked.by;
    answers[named(route)] = await ask(route, { ...asked, by });
  }
  return answers;
}

const eachAnswers = (answer: unknown) =>
  Object.fromEntries(routes.map((route) => [named(route), answer]));

/** JSON of so many bytes, with characters of one, two and four. */
function jsonOf(size: number): string {
  const start = '{"unknown":"é😀';
  return `${start}${"x".repeat(size - Buffer.byteLength(start) - 2)}"}`;
}

/** The same, in pieces, without a word of how many there will be. */
const inPieces = (text: string) => Readable.from([text.slice(0, 1_000), text.slice(1_000)]);

const TOO_LARGE = { status: 413, body: { error: "The request is too large" } };

describe("64 KiB, for every call that may have a body", () => {
  test("are not too much", async () => {
    for (const payload of [jsonOf, (size: number) => inPieces(jsonOf(size))]) {
      for (const route of routes) {
        const by = await server.as("admin");
        const { status } = await ask(route, { payload: payload(BODY_LIMIT), by });
        expect([named(route), [204, 400, 404].includes(status)]).toEqual([named(route), true]);
      }
    }
  });

  test("and a byte are", async () => {
    expect(await askAll({ payload: jsonOf(BODY_LIMIT + 1) })).toEqual(eachAnswers(TOO_LARGE));
  });

  test("and a byte are, also when nobody said how many would come", async () => {
    for (const route of routes) {
      const by = await server.as("admin");
      const answer = await ask(route, { payload: inPieces(jsonOf(BODY_LIMIT + 1)), by });
      expect([named(route), answer]).toEqual([named(route), TOO_LARGE]);
    }
  });

  test("are counted before they come", async () => {
    const headers = { "content-length": String(BODY_LIMIT + 1) };
    expect(await askAll({ payload: "{}", headers })).toEqual(eachAnswers(TOO_LARGE));
  });

  test("and more are answered without cutting the connection, in which the answer could be lost", async () => {
    const answered = async (bytes: number) =>
      await server.app.inject({
        method: "POST",
        url: "/api/auth/login",
        headers: { "content-type": "application/json", "content-length": String(bytes) },
        payload: "{}",
      });
    expect((await answered(BODY_LIMIT + 1)).headers["connection"]).not.toBe("close");
    // Not for as long as it takes somebody to send without end.
    expect((await answered(BODY_LIMIT * 1_000)).headers["connection"]).toBe("close");
  });

  test("are not looked at before the caller is known", async () => {
    const answers = await askAll({ payload: jsonOf(BODY_LIMIT + 1), by: null });
    const guarded = routes.filter(({ access }) => access !== "public");
    for (const route of guarded) expect(answers[named(route)]).toMatchObject({ status: 401 });
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
])("depth is nothing that brings a call down: %s", async (_what, payload) => {
  for (const route of routes) {
    const by = await server.as("admin");
    const { status } = await ask(route, { payload, by });
    expect([named(route), [204, 400, 404].includes(status)]).toEqual([named(route), true]);
  }
});

test.each(["gzip", "br", "deflate", "gzip, gzip", "compress", "nonsense"])(
  "a body that is packed is not unpacked: %s",
  async (coding) => {
    const payload = gzipSync(JSON.stringify({ title: "x".repeat(10_000_000) }));
    expect(payload.length).toBeLessThan(BODY_LIMIT);
    expect(await askAll({ payload, headers: { "content-encoding": coding } })).toEqual(
      eachAnswers({
        status: 415,
        body: { error: "Send the body as it is, without a content-encoding" },
      }),
    );
  },
);

test("bytes that are no text are no end of it", async () => {
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
