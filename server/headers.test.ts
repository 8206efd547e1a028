import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startServer, type TestServer } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test.each([
  ["data", "/healthz", 200],
  ["a refused caller", "/api/kanban/board", 401],
  ["an unknown call", "/api/nothing", 404],
  ["an unknown address", "/nothing", 404],
  ["a malformed address", "/api/users/%zz", 400],
])("%s carries the security headers and the request's id", async (_what, url, status) => {
  const answer = await server.call("GET", url);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
  });
});

test.each([
  ["behind a trusted proxy that speaks TLS", ["loopback"], "https", true],
  ["behind a trusted proxy that doesn't", ["loopback"], "http", false],
  ["when anyone claims to be such a proxy", false as const, "https", false],
])("HSTS is sent only where TLS is: %s", async (_where, trustProxy, proto, sent) => {
  const { app, close } = await startServer({ config: { trustProxy } });
  const headers = { "x-forwarded-proto": proto };
  const answer = await app.inject({ url: "/healthz", headers, remoteAddress: "127.0.0.1" });
  expect("strict-transport-security" in answer.headers).toBe(sent);
  await close();
});

test("a body of the wrong kind is refused with the same headers", async () => {
  const answer = await server.call("POST", "/api/auth/login", "not JSON");
  expect(answer.status).toBe(400);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});
