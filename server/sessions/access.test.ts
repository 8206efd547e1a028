import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { PassThrough } from "node:stream";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { buildApp } from "#server/app.ts";
import { ROUTE_CALLS } from "#server/testing/routeCalls.ts";
import { type Call, type TestUser } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";

const server = fileServer();
const callers: Record<string, Call> = {};

beforeAll(async () => {
  callers["none"] = server.call;
  callers["inactive"] = (await server.as("admin", { is_active: 0 })).call;
  const ended = await server.as("admin");
  await server.call("POST", "/api/auth/logout", { refreshToken: ended.refreshToken });
  callers["ended"] = ended.call;
});

const sendsBody = (method: string) => method !== "HEAD" && method !== "GET" && method !== "DELETE";

describe("roles", () => {
  // New users for each route, because one route ends all sessions of its caller.
  beforeEach(async () => {
    callers["member"] = (await server.as("member")).call;
    callers["admin"] = (await server.as("admin")).call;
  });

  test("every route is listed with its declared access", () => {
    const declared = server.app.apiRoutes
      .filter(({ method }) => method !== "HEAD")
      .map(({ method, url, access }) => `${method} ${url}: ${access}`);
    const listed = Object.entries(ROUTE_CALLS).map(([route, { access }]) => `${route}: ${access}`);
    expect(declared.sort()).toEqual(listed.sort());
  });

  const rows = Object.entries(ROUTE_CALLS).map(([route, { access }]) => ({ route, access }));

  test.each(rows)("$route is for: $access", async ({ route, access }) => {
    const [method = "", pattern = ""] = route.split(" ");
    const url = pattern.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000");
    const sent = sendsBody(method) ? {} : undefined;
    for (const who of ["none", "inactive", "ended", "member", "admin"]) {
      // With an empty body and an unknown id, an authorized call gives 400, 404 or a success.
      const call = callers[who] ?? server.call;
      const { status, body } = await call(method as Parameters<Call>[0], url, sent);
      if (access !== "public" && who !== "member" && who !== "admin") {
        expect([who, status, body]).toEqual([who, 401, { error: "Please sign in" }]);
      } else if (access === "admin" && who === "member") {
        expect([who, status, body]).toEqual([who, 403, { error: "Only admins may do this" }]);
      } else {
        expect([who, [200, 201, 204, 400, 404, 409].includes(status)]).toEqual([who, true]);
      }
    }
  });

  test.each(["HEAD /api/users", "HEAD /api/kanban/board"])(
    "%s requires a session",
    async (route) => {
      const [, url = ""] = route.split(" ");
      expect(await server.call("HEAD", url)).toMatchObject({ status: 401 });
    },
  );
});

test("a route under /api must declare its access", async () => {
  const app = await buildApp(server.deps);
  expect(() => app.get("/api/open", () => "hello")).toThrow(
    "GET /api/open does not declare its access",
  );
});

test("a changed role applies to the next request", async () => {
  const user = await server.as("member");
  const admin = await server.as("admin");
  const promote = (role: string) => admin.call("PUT", `/api/users/${user.user.id}`, { role });
  expect(await user.call("PUT", "/api/users/none", { role: "member" })).toMatchObject({
    status: 403,
  });
  await promote("admin");
  expect(await user.call("PUT", "/api/users/none", { role: "member" })).toMatchObject({
    status: 404,
  });
  await promote("member");
  expect(await user.call("PUT", "/api/users/none", { role: "member" })).toMatchObject({
    status: 403,
  });
});

test("access is checked again after a slow body", async () => {
  const [admin, otherAdmin] = [await server.as("admin"), await server.as("admin")];
  const other = await server.as("member");
  /** Sends a request whose body ends when the returned function is called. */
  const startRequest = (by: TestUser, method: "PUT" | "POST", url: string, body: object) => {
    const text = JSON.stringify(body);
    const payload = new PassThrough();
    payload.write(text.slice(0, 3));
    const authorization = `Bearer ${by.accessToken}`;
    const headers = { authorization, "content-type": "application/json" };
    const response = server.app.inject({ method, url, headers, payload });
    return async () => {
      payload.end(text.slice(3));
      return (await response).statusCode;
    };
  };
  const finishRequests = [
    startRequest(admin, "PUT", `/api/users/${other.user.id}`, { role: "admin" }),
    startRequest(admin, "POST", "/api/teams", { name: "Crew" }),
    startRequest(other, "POST", "/api/tasks", { title: "Too late", priority: "Low" }),
  ];
  await otherAdmin.call("PUT", `/api/users/${admin.user.id}`, { role: "member" });
  await otherAdmin.call("PUT", `/api/users/${other.user.id}`, { is_active: false });
  server.clock.advance(2_000);
  expect(await Promise.all(finishRequests.map((finish) => finish()))).toEqual([403, 403, 401]);
});

test("a request whose body is held back until its session has ended changes nothing", async () => {
  const { user, accessToken, call } = await server.as("member");
  const base = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const held = request(`${base}/api/profile`, { method: "PUT", headers });
  const response = once(held, "response") as Promise<[IncomingMessage]>;
  const arrived = once(server.app.server, "request");
  held.write(`{"name":"Eve","email":"eve@example.com"`);
  await arrived;
  // The server has read the held request's session before it responds to a later request.
  expect(await fetch(`${base}/api/profile`, { headers })).toMatchObject({ status: 200 });
  await call("DELETE", "/api/auth/sessions");
  held.end("}");
  const [{ statusCode }] = await response;
  expect(statusCode).toBe(401);
  const users = server.db.selectFrom("users").select("email").where("id", "=", user.id);
  expect(await users.execute()).toEqual([{ email: user.email }]);
});
