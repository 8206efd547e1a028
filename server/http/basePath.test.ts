import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { FastifyInstance } from "fastify";
import { buildApp } from "#server/app.ts";
import { callServer } from "#server/testing/process.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { fileFolder } from "#server/testing/testPlace.ts";

const PAGE =
  '<!doctype html><html><head><link rel="icon" href="/icon.svg" /><script src="/assets/early.js"></script></head></html>';
const NAVIGATION = { accept: "text/html" };
const ACCOUNT = { email: "ada@example.com", password: "a long password", role: "member" };

const server = sharedServer({ config: { basePath: "/tasks" } });
const distDir = fileFolder({
  "index.html": PAGE,
  "page-files.json": JSON.stringify({ "/": [], "/tasks": ["/assets/tasks.js"] }),
  "assets/early.js": "",
  "service-worker.js": "",
  "icon.svg": "",
});
let app: FastifyInstance;
let unset: FastifyInstance;

beforeAll(async () => {
  app = await buildApp(server.deps, { distDir });
  const config = { ...server.deps.config, basePath: "" };
  unset = await buildApp({ ...server.deps, config }, { distDir });
});
afterAll(async () => {
  await app.close();
  await unset.close();
});

const get = async (url: string, headers: Record<string, string> = {}) =>
  await app.inject({ url, headers });

describe("with BASE_PATH=/tasks", () => {
  test("the page names the base path, and its files and preload links are below it", async () => {
    const { body, headers } = await get("/tasks/tasks", NAVIGATION);
    expect(body).toContain('<head><meta name="base-path" content="/tasks/" />');
    expect(body).toContain('href="/tasks/icon.svg"');
    expect(body).toContain('src="/tasks/assets/early.js"');
    expect(body).toContain('<link rel="preload" as="script" href="/tasks/assets/tasks.js" />');
    expect(headers["content-security-policy"]).toContain("script-src 'self'");
  });

  test("files are served, also with a query; so is /healthz, at the root, too", async () => {
    for (const name of ["assets/early.js", "service-worker.js", "icon.svg"]) {
      expect((await get(`/tasks/${name}`)).statusCode).toBe(200);
      expect((await get(`/tasks/${name}?v=1`)).statusCode).toBe(200);
    }
    expect((await get("/tasks/healthz")).json()).toEqual({ status: "ok" });
    expect((await get("/healthz")).json()).toEqual({ status: "ok" });
  });

  test("/tasks redirects to /tasks/ and keeps the query", async () => {
    const plain = await get("/tasks");
    expect([plain.statusCode, plain.headers.location]).toEqual([308, "/tasks/"]);
    expect((await get("/tasks?a=//b.example")).headers.location).toBe("/tasks/?a=//b.example");
    expect((await app.inject({ method: "POST", url: "/tasks" })).statusCode).toBe(404);
  });

  test.each([
    "/",
    "/kanban",
    "/tasksmore/",
    "/TASKS/",
    "//tasks/",
    "/api/openapi.json",
    "/assets/early.js",
    "/tasks/../api/auth/me",
  ])("%s is outside the base path: 404 with the security headers", async (url) => {
    const { statusCode, headers, body } = await get(url, NAVIGATION);
    expect([statusCode, body]).toEqual([404, '{"error":"Not found"}']);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  test("unknown API paths and files below the base path get a 404, other paths get the page", async () => {
    expect((await get("/tasks/api/nothing", NAVIGATION)).statusCode).toBe(404);
    expect((await get("/tasks/assets/old.js", NAVIGATION)).statusCode).toBe(404);
    expect((await get("/tasks/nothing", NAVIGATION)).statusCode).toBe(200);
  });

  test("the API and its cookie are below the base path, and the API description names it", async () => {
    const { status, headers } = await server.call("POST", "/tasks/api/auth/register", ACCOUNT);
    expect(status).toBe(201);
    expect(headers["set-cookie"]).toContain("; Path=/tasks/api/auth;");
    const user = await server.as("member");
    expect((await user.call("GET", "/tasks/api/auth/me")).status).toBe(200);
    expect((await user.call("GET", "/api/auth/me")).status).toBe(404);
    const { body } = await server.call("GET", "/tasks/api/openapi.json");
    expect(body).toMatchObject({ servers: [{ url: "/tasks" }] });
  });

  test("the event stream opens over a connection", async () => {
    const base = await app.listen({ port: 0, host: "127.0.0.1" });
    const { accessToken } = await server.as("member");
    const headers = { authorization: `Bearer ${accessToken}` };
    const stream = await fetch(`${base}/tasks/api/events`, { headers });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    await stream.body?.cancel();
    expect((await callServer(`${base}/tasks/api/auth/me`, { token: accessToken })).status).toBe(
      200,
    );
  });
});

test("without BASE_PATH the page is served as it was built, and the cookie's path has no prefix", async () => {
  expect((await unset.inject({ url: "/", headers: NAVIGATION })).body).toBe(PAGE);
  const url = "/api/auth/register";
  const { headers } = await unset.inject({ method: "POST", url, payload: ACCOUNT });
  expect(headers["set-cookie"]).toContain("; Path=/api/auth;");
});
