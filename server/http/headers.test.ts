import { expect, test } from "@jest/globals";
import { buildApp } from "#server/app.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";

const server = sharedServer();

test.each([
  ["a success", "/healthz", 200],
  ["a refused caller", "/api/kanban/board", 401],
  ["an unknown API path", "/api/nothing", 404],
  ["an unknown path", "/nothing", 404],
  ["a malformed URL", "/api/users/%zz", 400],
])("%s has the security headers and the request's id", async (_what, url, status) => {
  const answer = await server.call("GET", url);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    "cache-control": "no-store",
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
  ["yes behind a trusted proxy with TLS", ["loopback"], "https", true],
  ["no behind a trusted proxy without TLS", ["loopback"], "http", false],
  ["no behind an untrusted proxy", false as const, "https", false],
])("sends HSTS: %s", async (_where, trustProxy, proto, sent) => {
  const app = await buildApp({ ...server.deps, config: { ...server.deps.config, trustProxy } });
  const headers = { "x-forwarded-proto": proto };
  const answer = await app.inject({ url: "/healthz", headers, remoteAddress: "127.0.0.1" });
  expect("strict-transport-security" in answer.headers).toBe(sent);
  await app.close();
});

test("CORS allows the configured origins only, and exposes the headers that the app needs", async () => {
  const corsOrigins = ["https://tasks.example"];
  const app = await buildApp({ ...server.deps, config: { ...server.deps.config, corsOrigins } });
  const ask = async (origin: string, method: "GET" | "OPTIONS" = "GET") =>
    await app.inject({
      method,
      url: "/api/tasks",
      headers: {
        origin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,if-match",
      },
    });
  for (const method of ["GET", "OPTIONS"] as const) {
    expect((await ask("https://tasks.example", method)).headers).toMatchObject({
      "access-control-allow-origin": "https://tasks.example",
      "access-control-allow-credentials": "true",
      "access-control-expose-headers":
        "content-disposition, etag, retry-after, x-request-id, x-event-id, x-truncated, x-provider-logout",
      vary: expect.stringContaining("Origin") as unknown,
    });
    const others = ["http://tasks.example", "https://tasks.example:444"].concat([
      "https://tasks.example.evil.example",
      "https://evil-tasks.example",
      "null",
    ]);
    for (const other of others) {
      const { headers } = await ask(other, method);
      expect(headers).not.toHaveProperty("access-control-allow-origin");
      expect(headers["vary"]).toContain("Origin");
    }
  }
  expect((await ask("https://tasks.example", "OPTIONS")).headers).toMatchObject({
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": "authorization,if-match",
  });
  await app.close();
});
