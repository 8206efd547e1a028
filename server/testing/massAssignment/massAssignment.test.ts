import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { ApiTokenCreatedResponse } from "#contract/apiToken.ts";
import type { InvitationsResponse, MadeLink } from "#contract/link.ts";
import type { TaskRunResponse } from "#contract/taskRun.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { TABLES } from "#server/db/backup/tables.ts";
import { type ApiRoute, successOf } from "#server/http/apiRoute.ts";
import { issueCode, LINK_CODE_MS } from "#server/oidc/codes.ts";
import { type OidcProvider, readProviders } from "#server/oidc/providerConfig.ts";
import { settingsOf } from "#server/testing/oidc/provider.ts";
import { type ResponseValidator, responseValidator } from "#server/testing/responseValidator.ts";
import { LATER, PASSWORD, type Scene } from "#server/testing/routeCalls/scene.ts";
import { ROUTE_CALLS } from "#server/testing/routeCalls.ts";
import { type Call, startServer, type TestServer } from "#server/testing/server.ts";
import { effectOf, type Row, snapshot } from "./effects.ts";

let server: TestServer;
let scene: Scene;
let api: ResponseValidator;
let columns: string[];
let password_hash: string;

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

/** A provider at an address where no server listens. */
const [SILENT_PROVIDER] = readProviders(
  "test",
  JSON.stringify([settingsOf({ issuer: "http://localhost:9" })]),
) as [OidcProvider];

beforeAll(async () => {
  password_hash = await hashPassword(PASSWORD);
  server = await startServer({
    config: { oidcProviders: [SILENT_PROVIDER], publicUrl: "http://localhost" },
  });
  api = await responseValidator(server.app.apiRoutes);
  const tables = await server.db.introspection.getTables();
  columns = tables.flatMap((table) => table.columns.map(({ name }) => name));
});
afterAll(() => server.close());

/** Replaces all data with a row in every table. */
async function openScene(): Promise<void> {
  await server.clear();
  const admin = await server.as("admin", { name: "Ada", email: "ada@example.com" });
  const member = await server.as("member", {
    name: "Max",
    email: "max@example.com",
    password_hash,
  });
  const { sessionId } = await server.signIn(member.user);
  const made = async (url: string, body: Row | string) =>
    Object.values((await admin.call("POST", url, body)).body as Row)[0] as { id: string };
  const task = await made("/api/tasks", { title: "Task", priority: "Low" });
  const deleted = await made("/api/tasks", { title: "Deleted", priority: "Low" });
  await admin.call("DELETE", `/api/tasks/${deleted.id}`);
  const { body: comment } = await member.call("POST", `/api/tasks/${task.id}/comments`, {
    comment: "First",
  });
  const { body: token } = await member.call("POST", "/api/tokens", {
    name: "Script",
    scope: "read",
    days: 30,
  });
  const team = await made("/api/teams", { name: "Team" });
  await admin.call("POST", `/api/teams/${team.id}/members`, { userId: admin.user.id });
  const linked = await server.as("member", {
    name: "Lin",
    email: "lin@example.com",
    password_hash,
  });
  const now = server.clock.time;
  const identityId = await addIdentity(linked.user.id);
  const ofLinked = { userId: linked.user.id };
  const { body: feed } = await member.call("POST", "/api/profile/calendar");
  const invited = await admin.call("POST", "/api/invitations", { list: "new@example.com" });
  const [invitation] = (invited.body as InvitationsResponse).results;
  const reset = await admin.call("POST", `/api/users/${member.user.id}/reset-link`);
  const imported = await made("/api/imports", "Title\nImported");
  await admin.call("POST", `/api/imports/${imported.id}/run`, { dry: false });
  const draft = await made("/api/imports", "Title\nDraft");
  const run = await made("/api/user-runs", {
    action: "role",
    role: "admin",
    user_ids: linked.user.id,
    confirm_count: 1,
  });
  const fields = { action: "change", task_ids: task.id, priority: "High" };
  const { body: taskRun } = await member.call("POST", "/api/task-runs", fields);
  const webhook = await made("/api/webhooks", {
    url: "https://example.com/",
    events: "user.deactivated",
  });
  const delivery = await made(`/api/webhooks/${webhook.id}/test`, {});
  scene = {
    webhookId: webhook.id,
    deliveryId: delivery.id,
    runId: run.id,
    taskRunId: (taskRun as TaskRunResponse).run.id,
    linked,
    identityId,
    signInCode: await issueCode(server.db, ofLinked, LINK_CODE_MS, now),
    linkCode: await issueCode(server.db, { ...ofLinked, identityId }, LINK_CODE_MS, now),
    admin,
    member,
    otherSessionId: sessionId,
    taskId: task.id,
    deletedTaskId: deleted.id,
    apiTokenId: (token as ApiTokenCreatedResponse).token.id,
    teamId: team.id,
    draftId: draft.id,
    importId: imported.id,
    commentId: (comment as { id: string }).id,
    calendarFile: (feed as { path: string }).path.split("/").at(-1) ?? "",
    linkId: invitation?.made?.link.id ?? "",
    invitationToken: tokenIn(invitation?.made),
    resetToken: tokenIn(reset.body as MadeLink),
  };
  server.clock.time = new Date(LATER);
}

/** An identity that waits for its confirmation. */
async function addIdentity(user_id: string): Promise<string> {
  const id = "identity";
  await server.db
    .insertInto("identities")
    .values({
      id,
      user_id,
      provider: "test",
      subject: "lin",
      email: "lin@example.com",
      created_at: LATER,
      confirmed_at: null,
    })
    .execute();
  return id;
}
const tokenIn = (made: MadeLink | null | undefined) => made?.path.split("#")[1] ?? "";

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
  const { ids, body, effect, status } = send(scene);
  const { method, url } = urlOf(route, ids);
  const known = declared(route);
  const others = columns.filter((name) => !Object.hasOwn(known.query?.fields ?? {}, name));
  const query = new URLSearchParams(others.map((name) => [name, "poison"])).toString();
  const sent =
    method === "GET" ? undefined : { ...attackValuesBesides(known.body?.fields), ...body };
  const before = await snapshot(server.db);
  const { call } = { public: server, user: scene.member, admin: scene.admin }[access];
  const answer = await call(method, `${url}?${query}`, sent);
  expect(answer.status).toBe(status ?? successOf(known));
  api.checkResponse(route, answer);
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

describe("a request with every column name stores only the allowed fields", () => {
  beforeEach(openScene);
  test.each(WRITING)("%s", async (...route) => await sendAllColumns(route));
});

describe("a read with every column name changes no rights", () => {
  beforeAll(openScene);
  test.each(READING)("%s", async (...route) => await sendAllColumns(route));
});
