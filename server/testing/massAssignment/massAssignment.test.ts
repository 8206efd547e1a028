import { afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { hashPassword } from "#server/auth/passwords.ts";
import { OPERATIONS } from "#server/openapi/operations.ts";
import { type Call, startServer, type TestServer } from "#server/testing/server.ts";
import { CALLS, LATER, PASSWORD, type Scene } from "./calls.ts";
import { effectOf, type Row, snapshot } from "./effects.ts";

let server: TestServer;
let scene: Scene;
let columns: string[];
let password_hash: string;

/** What a caller might hope to get stored, under the name of every column that there is. */
const HOPES: Row = {
  id: "00000000-0000-4000-8000-000000000000",
  role: "admin",
  is_active: true,
  version: 1_000,
  generation: 1_000,
  failures: 0,
  password_hash: "$argon2id$poison",
  superseded: '["poison"]',
  created_at: "1999-01-01T00:00:00.000Z",
  isAdmin: true,
  constructor: "poison",
  prototype: { role: "admin" },
  toString: "poison",
  $set: { role: "admin" },
  "users.role": "admin",
  "role[]": "admin",
};

beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD);
});

beforeEach(async () => {
  server = await startServer();
  const admin = await server.as("admin", { name: "Ada", email: "ada@example.com" });
  const member = await server.as("member", {
    name: "Max",
    email: "max@example.com",
    password_hash,
  });
  const { sessionId } = await server.signIn(member.user);
  const made = async (url: string, body: Row) =>
    Object.values((await admin.call("POST", url, body)).body as Row)[0] as { id: string };
  const task = await made("/api/tasks", { title: "Task", priority: "Low" });
  const team = await made("/api/teams", { name: "Team" });
  scene = { admin, member, otherSessionId: sessionId, taskId: task.id, teamId: team.id };
  server.clock.time = new Date(LATER);
  const tables = await server.db.introspection.getTables();
  columns = tables.flatMap((table) => table.columns.map(({ name }) => name));
});
afterEach(() => server.close());

/** All that could be hoped for, but the fields that the call knows. */
function hopesBeside(route: string): Row {
  const known = OPERATIONS[route]?.body?.fields ?? {};
  const hopes = { ...Object.fromEntries(columns.map((name) => [name, "poison"])), ...HOPES };
  return Object.fromEntries(Object.entries(hopes).filter(([name]) => !Object.hasOwn(known, name)));
}

const withBody = Object.entries(OPERATIONS).filter(([, { body }]) => body !== undefined);

function urlOf(route: string, ids: string[] = []) {
  const [method, pattern] = route.split(" ") as [Parameters<Call>[0], string];
  const left = [...ids];
  return { method, url: pattern.replaceAll(/:\w+/g, () => left.shift() ?? "none") };
}

test("every call with a body is looked at", () => {
  expect(Object.keys(CALLS).sort()).toEqual(withBody.map(([route]) => route).sort());
});

describe("of a body that names every column there is, only what belongs there is stored", () => {
  test.each(Object.entries(CALLS))("%s", async (route, sent) => {
    const { by, ids, body, effect } = sent(scene);
    const { method, url } = urlOf(route, ids);
    const hopes = hopesBeside(route);
    const query = new URLSearchParams(columns.map((name) => [name, "poison"])).toString();
    const before = await snapshot(server.db);
    const call = by?.call ?? server.call;
    const answer = await call(method, `${url}?${query}`, { ...hopes, ...body });
    expect(answer.status).toBe(OPERATIONS[route]?.status);
    expect(JSON.stringify(answer.body)).not.toContain("poison");
    expect(effectOf(before, await snapshot(server.db))).toEqual({
      inserted: {},
      changed: {},
      deleted: {},
      ...effect,
    });
  });
});

describe("a body that reaches for prototypes is refused, and nothing is stored", () => {
  const reaching = [
    '"__proto__":{"role":"admin"}',
    '"\\u005f_proto__":{"role":"admin"}',
    '"constructor":{"prototype":{"role":"admin"}}',
    '"nested":[{"__proto__":{}}]',
  ];
  test.each(withBody.map(([route]) => route))("%s", async (route) => {
    const { method, url } = urlOf(route, [scene.taskId]);
    const before = await snapshot(server.db);
    for (const field of reaching) {
      const answer = await scene.admin.call(method, url, `{${field}}`);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body as object)).toEqual(["error"]);
    }
    expect(effectOf(before, await snapshot(server.db))).toEqual({
      inserted: {},
      changed: {},
      deleted: {},
    });
    expect(Object.hasOwn(Object.prototype, "role")).toBe(false);
  });
});
