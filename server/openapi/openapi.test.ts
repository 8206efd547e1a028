import { beforeAll, expect, test } from "@jest/globals";
import type { Schema } from "#contract/shapes/shape.ts";
import { type ResponseValidator, responseValidator } from "#server/testing/responseValidator.ts";
import type { Call } from "#server/testing/server.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";

const server = sharedServer();
let api: ResponseValidator;
let document: Schema;
beforeAll(async () => {
  api = await responseValidator(server.app.apiRoutes);
  document = JSON.parse(JSON.stringify(api.document)) as Schema;
});

test("every call has a name of its own, for generated clients", () => {
  const paths = document["paths"] as Record<string, Record<string, { operationId: string }>>;
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  for (const name of names) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/);
  expect(new Set(names).size).toBe(names.length);
});

test("GET /api/openapi.json responds with the document", async () => {
  expect((await server.call("GET", "/api/openapi.json")).body).toEqual(document);
});

/* In every other test startServer() checks that the document has the status of each failure. */
test("every route refuses strangers, members, unknown ids and unreadable bodies as described", async () => {
  const [admin, member] = [await server.as("admin"), await server.as("member")];
  const sendPlain: Call = async (method, url, payload) => {
    const authorization = `Bearer ${admin.accessToken}`;
    const headers = { authorization, "content-type": "text/plain" };
    const answer = await server.app.inject({ method, url, headers, payload: String(payload) });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  for (const { method, url, access, body, upload, bodyLimit } of server.app.apiRoutes) {
    if (method === "HEAD") continue;
    const refused = async (call: Call, status: number, payload?: string) => {
      const route = `${method} ${url}`;
      const answer = await call(method as "GET", url.replaceAll(/:\w+/g, "none"), payload);
      expect([route, answer.status]).toEqual([route, status]);
      api.checkResponse(route, answer);
    };
    if (access !== "public") await refused(server.call, 401);
    if (access === "admin") await refused(member.call, 403);
    if (url.includes(":") && body === undefined) await refused(admin.call, 404);
    if (method !== "GET" && !upload) {
      await refused(admin.call, 413, JSON.stringify({ title: "x".repeat(bodyLimit ?? 65_536) }));
      await refused(sendPlain, 415, "{}");
      await refused(admin.call, 400, "{");
    }
  }
});
