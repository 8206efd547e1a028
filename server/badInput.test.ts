import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { InjectOptions } from "fastify";
import { buildApp } from "./app.ts";
import { startServer, type TestServer, type TestUser } from "./testing.ts";

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
  test.each(["{", "nonsense", '{"title":}', "[1,", '"\u0000'])("%j isn't JSON", async (payload) => {
    expect(await post(payload)).toEqual({
      status: 400,
      body: { error: "The body is not valid JSON" },
    });
  });

  test.each(['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}'])(
    "%s is refused",
    async (payload) => {
      expect(await post(payload)).toMatchObject({ status: 400 });
    },
  );

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "nonsense"])(
    "%s is no JSON",
    async (type) => {
      expect(await post("title=Task", type)).toMatchObject({
        status: 415,
        body: { error: expect.stringContaining("application/json") as unknown },
      });
    },
  );

  test("more than 64 KiB is too much, one byte less is not", async () => {
    const of = (size: number) => JSON.stringify({ title: "x".repeat(size - 12) });
    expect(await post(of(64 * 1024 + 1))).toEqual({
      status: 413,
      body: { error: "The request is too large" },
    });
    expect(await post(of(64 * 1024))).toMatchObject({ status: 400, body: { errors: [{}, {}] } });
  });

  test.each(["", "null", "[]", "1", '"text"', "true"])("%j is no object", async (payload) => {
    expect(await post(payload)).toEqual({
      status: 400,
      body: { errors: [{ param: "body", msg: "Body must be a JSON object" }] },
    });
  });
});

describe("addresses", () => {
  test.each(["/api/users/%zz", "/api/%", "/%E0%A4%A", "/api/users/%c0%af"])(
    "%s is malformed",
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
  ])("%s is answered in JSON with 404", async (url) => {
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
    "page=1e9999",
  ])("a query of %s breaks nothing", async (query) => {
    const { status } = await raw({ method: "GET", url: `/api/tasks/search?${query}` });
    expect([200, 400]).toContain(status);
  });
});

/** Values that have no business in any field. */
const odd: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  " ",
  [],
  ["a@b.co"],
  [[]],
  {},
  { $ne: null },
  { length: 1 },
  "\u0000",
  "\ud800",
  "x".repeat(20_000),
  "'; drop table users; --",
  "2026-02-30",
  "NaN",
];
const fields = [
  "email",
  "password",
  "role",
  "refreshToken",
  "title",
  "description",
  "status",
  "priority",
  "due_date",
  "assignee_id",
  "team_id",
  "comment",
  "name",
  "userId",
  "is_active",
  "currentPassword",
  "newPassword",
];
const valid: Record<string, unknown> = {
  email: "valid@example.org",
  title: "Title",
  priority: "Low",
  status: "Done",
  name: "Name",
  comment: "Comment",
  description: "",
};

test("no odd value in any field of any call gives a 5xx, or an answer that isn't JSON", async () => {
  const made = await admin.call("POST", "/api/tasks", { title: "Task", priority: "Low" });
  const { task } = made.body as { task: { id: string } };
  const routes = server.app.apiRoutes.filter(
    ({ method, url }) => /POST|PUT|PATCH/.test(method) && !/login|register|password/.test(url),
  );
  const failures: string[] = [];
  for (const { method, url } of routes) {
    const id = url.includes("users") ? admin.user.id : task.id;
    for (const field of fields) {
      for (const value of odd) {
        const { status, body } = await raw({
          method,
          url: url.replace(":id", id),
          payload: JSON.stringify({ ...valid, [field]: value }),
          headers: { "content-type": "application/json" },
        }).catch(() => ({ status: 204, body: {} }));
        if (status >= 500 || typeof body !== "object") {
          failures.push(
            `${method} ${url} ${field}=${JSON.stringify(value).slice(0, 40)}: ${status}`,
          );
        }
      }
    }
  }
  expect(failures).toEqual([]);
});

describe("the page", () => {
  const dist = mkdtempSync(join(tmpdir(), "taskdeck-dist-"));
  writeFileSync(join(dist, "index.html"), '<meta name="csp-nonce" content="__CSP_NONCE__" />');
  writeFileSync(join(dist, "theme.js"), "// theme");
  afterAll(() => rmSync(dist, { recursive: true }));

  test("is served under every unknown address, each time with a nonce of its own", async () => {
    const app = await buildApp(server.deps, { distDir: dist });
    const nonces = new Set<string>();
    for (const url of ["/", "/kanban", "/index.html", "/tasks/1?x=%2F", "/apiary"]) {
      const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
      const { statusCode, headers, body } = await app.inject({ url, headers: { accept } });
      expect(statusCode).toBe(200);
      expect(headers["cache-control"]).toBe("no-store");
      const nonce = /content="([^"]+)"/.exec(body)?.[1] ?? "";
      expect(headers["content-security-policy"]).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(5);
    expect((await app.inject("/theme.js")).body).toBe("// theme");
    for (const url of ["/api/nothing", "/api//tasks", "/assets/old.js"]) {
      const { statusCode, body } = await app.inject(url);
      expect([statusCode, body]).toEqual([404, '{"error":"Not found"}']);
    }
    expect((await app.inject("/../package.json")).body).not.toContain("dependencies");
    await app.close();
  });
});

test("only configured origins may call from another page", async () => {
  const config = { ...server.deps.config, corsOrigins: ["https://ok.example"] };
  const app = await buildApp({ ...server.deps, config });
  const allowed = async (origin: string) =>
    (await app.inject({ method: "GET", url: "/healthz", headers: { origin } })).headers[
      "access-control-allow-origin"
    ];
  expect(await allowed("https://ok.example")).toBe("https://ok.example");
  expect(await allowed("https://evil.example")).toBeUndefined();
  await app.close();
});
