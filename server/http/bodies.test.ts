import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import type { InjectOptions } from "fastify";
import type { TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { BODY_LIMIT } from "./bodies.ts";

/* All routes share the parser. server/openapi/openapi.test.ts sends each one too large a body. */

const server = sharedServer();
const admin = sharedUser(server, "admin");

interface RequestOptions {
  payload: InjectOptions["payload"];
  headers?: Record<string, string>;
  by?: TestUser | null;
}

/** Sends a body to a route that ignores unknown fields. */
async function send({ payload, headers = {}, by = admin }: RequestOptions) {
  const response = await server.app.inject({
    method: "POST",
    url: "/api/teams",
    headers: {
      "content-type": "application/json",
      ...(by && { authorization: `Bearer ${by.accessToken}` }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json<unknown>() };
}

/** JSON of this size, with characters of one, two and four bytes. */
function jsonOf(size: number): string {
  const start = '{"name":"Team","unknown":"é😀';
  return `${start}${"x".repeat(size - Buffer.byteLength(start) - 2)}"}`;
}

/** A text as a stream of two chunks, without a content-length. */
const inChunks = (text: string) => Readable.from([text.slice(0, 1_000), text.slice(1_000)]);

const TOO_LARGE = { status: 413, body: { error: "The request is too large" } };

describe("the body limit of 64 KiB", () => {
  test("accepts 64 KiB and refuses one byte more, also without a content-length", async () => {
    for (const bodyOf of [jsonOf, (size: number) => inChunks(jsonOf(size))]) {
      expect(await send({ payload: bodyOf(BODY_LIMIT) })).toMatchObject({ status: 201 });
      expect(await send({ payload: bodyOf(BODY_LIMIT + 1) })).toEqual(TOO_LARGE);
    }
  });

  test("refuses a larger content-length before the body arrives", async () => {
    const headers = { "content-length": String(BODY_LIMIT + 1) };
    expect(await send({ payload: "{}", headers })).toEqual(TOO_LARGE);
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
    expect(await send({ payload: jsonOf(BODY_LIMIT + 1), by: null })).toMatchObject({
      status: 401,
    });
  });
});

test.each([
  ["arrays", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
  ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["arrays in a field", `{"name":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
  ["objects in a text", `{"description":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`],
])("deep nesting causes no server error: %s", async (_what, payload) => {
  for (const headers of [{}, { "idempotency-key": "attempt-number-0001" }]) {
    expect((await send({ payload, headers })).status).toBe(400);
  }
});

test("a body with a content-encoding is refused", async () => {
  const payload = gzipSync('{"name":"Team"}');
  const refusal = { status: 415, body: { error: "Send the body without a content-encoding" } };
  for (const coding of ["gzip", "br", "gzip, gzip", "nonsense"]) {
    expect(await send({ payload, headers: { "content-encoding": coding } })).toEqual(refusal);
  }
});

test("invalid UTF-8 becomes replacement characters", async () => {
  const payload = Buffer.concat([
    Buffer.from('{"name":"'),
    Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ]);
  const answer = await send({ payload });
  expect(answer).toMatchObject({ status: 201, body: { team: { name: "\ufffd".repeat(6) } } });
});

test.each(["{", "nonsense", '{"title":}', "[1,", '"\u0000'])(
  "the body %j is refused as invalid JSON",
  async (payload) => {
    const body = { error: "The body is not valid JSON" };
    expect(await send({ payload })).toEqual({ status: 400, body });
  },
);

test.each([
  '"__proto__":{"role":"admin"}',
  '"\\u005f_proto__":{"role":"admin"}',
  '"constructor":{"prototype":{"role":"admin"}}',
  '"nested":[{"__proto__":{}}]',
])("a body that reaches for a prototype is refused: %s", async (field) => {
  const answer = await send({ payload: `{"name":"Team",${field}}` });
  expect(answer).toEqual({ status: 400, body: { error: expect.any(String) as unknown } });
  expect(Object.hasOwn(Object.prototype, "role")).toBe(false);
});

test.each(["", "null", "[]", "1", '"text"', "true"])(
  "the body %j is refused, because it is no object",
  async (payload) => {
    const body = { errors: [{ param: "body", msg: "Body must be a JSON object" }] };
    expect(await send({ payload })).toEqual({ status: 400, body });
  },
);

test("the name derived from a long address is cut between characters", async () => {
  const email = `x${"😀".repeat(150)}@example.com`;
  const body = { email, password: "a long password", role: "member" };
  expect(await server.call("POST", "/api/auth/register", body)).toMatchObject({
    status: 201,
    body: { user: { name: `X${"😀".repeat(99)}` } },
  });
});
