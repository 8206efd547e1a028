import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { hashPassword } from "#server/accounts/passwords.ts";
import { TABLES } from "#server/db/backup/tables.ts";
import { type ApiRoute, successOf } from "#server/http/apiRoute.ts";
import { type OidcProvider, readProviders } from "#server/oidc/providerConfig.ts";
import { settingsOf } from "#server/testing/oidc/provider.ts";
import { type ResponseValidator, responseValidator } from "#server/testing/responseValidator.ts";
import { openScene } from "#server/testing/routeCalls/openScene.ts";
import { PASSWORD, type Scene } from "#server/testing/routeCalls/scene.ts";
import { ROUTE_CALLS } from "#server/testing/routeCalls.ts";
import { saveRows } from "#server/testing/savedRows.ts";
import { type Call, startServer, type TestServer } from "#server/testing/server.ts";
import { effectOf, type Row, snapshot } from "./effects.ts";

let server: TestServer;
let scene: Scene;
let api: ResponseValidator;
let columns: string[];
/** Replaces all data with a row in every table. */
let replaceAll: () => Promise<void>;

/** Values that an attacker may try to store. Every other column gets the text "poison". */
const ATTACK_VALUES: Row = {
  id: "00000000-0000-4000-8000-000000000000",
  role: "admin",
  is_active: true,
  version: 987_654_321,
  generation: 987_654_321,
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

/** Finds the values above, which no row or response may have. */
const ATTACKS = /poison|00000000-0000-4000|987654321|1999-01-01/;

/** The responses that may be cached: one without users' data, and one by the caller's calendar app. */
const CACHED: Readonly<Record<string, string>> = {
  "GET /api/openapi.json": "public, max-age=300",
  "GET /api/calendar/:file": "private, no-cache",
};

/** A provider at an address where no server listens. */
const [SILENT_PROVIDER] = readProviders(
  "test",
  JSON.stringify([settingsOf({ issuer: "http://localhost:9" })]),
) as [OidcProvider];

beforeAll(async () => {
  server = await startServer({
    config: { oidcProviders: [SILENT_PROVIDER], publicUrl: "http://localhost" },
  });
  api = await responseValidator(server.app.apiRoutes);
  const tables = await server.db.introspection.getTables();
  columns = tables.flatMap((table) => table.columns.map(({ name }) => name));
  scene = await openScene(server, await hashPassword(PASSWORD));
  replaceAll = await saveRows(server);
});
afterAll(() => server.close());

/** The server's declaration of a route. */
function declared(route: string): ApiRoute {
  const found = server.app.apiRoutes.find(({ method, url }) => `${method} ${url}` === route);
  if (!found) throw new Error(`There is no ${route}`);
  return found;
}

/** The attacker's values, without the fields that the route accepts. */
function attackValuesBesides(known: object = {}): Row {
  const hopes = {
    ...Object.fromEntries(columns.map((name) => [name, "poison"])),
    ...ATTACK_VALUES,
  };
  return Object.fromEntries(Object.entries(hopes).filter(([name]) => !Object.hasOwn(known, name)));
}

function urlOf(route: string, ids: string[] = []) {
  const [method, pattern] = route.split(" ") as [Parameters<Call>[0], string];
  const left = [...ids];
  return { method, url: pattern.replaceAll(/:\w+/g, () => left.shift() ?? "none") };
}

const ROUTES = Object.entries(ROUTE_CALLS);
const READING = ROUTES.filter(([route]) => route.startsWith("GET"));
const WRITING = ROUTES.filter(([route]) => !route.startsWith("GET"));

/** All rows of the database, as text. */
const allRows = async () =>
  JSON.stringify(
    await Promise.all(TABLES.map((table) => server.db.selectFrom(table).selectAll().execute())),
  );

/** Sends a route every column name as a parameter and a field, and checks what it changes. */
async function sendAllColumns([route, { access, send }]: (typeof ROUTES)[number]) {
  const { ids, body, query: own = "?", headers, effect, status } = send(scene);
  const { method, url } = urlOf(route, ids);
  const known = declared(route);
  const others = columns.filter((name) => !Object.hasOwn(known.query?.fields ?? {}, name));
  const query = new URLSearchParams(others.map((name) => [name, "poison"])).toString();
  const sent =
    method === "GET" ? undefined : { ...attackValuesBesides(known.body?.fields), ...body };
  const before = await snapshot(server.db);
  const { call } = { public: server, user: scene.member, admin: scene.admin }[access];
  const answer = await call(method, `${url}${own}&${query}`, sent, headers);
  expect(answer.status).toBe(status ?? successOf(known));
  api.checkResponse(route, answer);
  expect(answer.headers["cache-control"]).toBe(CACHED[route] ?? "no-store");
  if (known.body) api.checkBody(route, body);
  expect(JSON.stringify(answer.body)).not.toMatch(ATTACKS);
  expect(await allRows()).not.toMatch(ATTACKS);
  expect(effectOf(before, await snapshot(server.db))).toEqual({
    inserted: {},
    changed: {},
    deleted: {},
    ...effect,
  });
}

describe("a request with every column name stores only the allowed fields, and isn't cached", () => {
  beforeEach(() => replaceAll());
  test.each(WRITING)("%s", async (...route) => await sendAllColumns(route));
});

describe("a read with every column name changes no rights, and isn't cached", () => {
  beforeAll(() => replaceAll());
  test.each(READING)("%s", async (...route) => await sendAllColumns(route));
});
