import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { API_TOKENS_MAX } from "#contract/apiToken.ts";
import { IMPORT_MAX_BYTES, type ImportResponse } from "#contract/imports.ts";
import type { InvitationsResponse, MadeLink } from "#contract/link.ts";
import type { SessionResponse } from "#contract/session.ts";
import type { TaskRunResponse } from "#contract/taskRun.ts";
import type { UserRunResponse } from "#contract/userRun.ts";
import { WEBHOOKS_MAX } from "#contract/webhook.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { issueCode, LINK_CODE_MS } from "#server/oidc/codes.ts";
import { readProviders } from "#server/oidc/providerConfig.ts";
import { settingsOf } from "#server/testing/oidc/provider.ts";
import { type ResponseValidator, responseValidator } from "#server/testing/responseValidator.ts";
import {
  type Call,
  startServer,
  type TestResponse,
  type TestServer,
  type TestUser,
} from "#server/testing/server.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

let server: TestServer;
let admin: TestUser;
let api: ResponseValidator;
/** Routes with a status that they responded with: "GET /api/users 200". */
const seen = new Set<string>();

beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin");
  api = await responseValidator(server.app.apiRoutes);
});
afterAll(() => server.close());

/** Calls as the admin, with additional headers. */
const withHeaders =
  (additional: Record<string, string>): Call =>
  async (method, url, payload) => {
    const authorization = `Bearer ${admin.accessToken}`;
    const headers = { authorization, "content-type": "application/json", ...additional };
    const body = typeof payload === "string" ? payload : JSON.stringify(payload);
    const response = await server.app.inject({ method, url, headers, payload: body });
    return {
      status: response.statusCode,
      body: response.body && response.json(),
      headers: response.headers,
    };
  };

/** Calls a route and checks the response; `ids` fill the pattern's parameters in order. */
async function call(
  route: string,
  {
    by = admin,
    ids = [],
    body,
    query = "",
    headers,
  }: {
    by?: TestUser | null;
    ids?: string[];
    body?: unknown;
    query?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<TestResponse> {
  const [method = "", pattern = ""] = route.split(" ");
  const unusedIds = [...ids];
  const url = pattern.replaceAll(/:\w+/g, () => unusedIds.shift() ?? "none") + query;
  const send = headers ? withHeaders(headers) : (by?.call ?? server.call);
  const response = await send(method as Method, url, body);
  api.checkResponse(route, response);
  seen.add(`${route} ${response.status}`);
  if (response.status < 300 && body !== undefined) api.checkBody(route, body);
  return response;
}

/** Calls a route that creates something, and returns the new id. */
async function create(route: string, body: unknown, ids: string[] = []): Promise<string> {
  const response = await call(route, { body, ids });
  expect(response.status).toBe(201);
  const created = Object.values(response.body as object)[0] as { id: string };
  return created.id;
}

test("docs/openapi.json is up to date; run `npm run docs:openapi` to update it", () => {
  const file = path.resolve(import.meta.dirname, "../../docs/openapi.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(api.document)));
});

test("every call has a name of its own, for generated clients", () => {
  const paths = api.document["paths"] as Record<string, Record<string, { operationId: string }>>;
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  for (const name of names) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/);
  expect(new Set(names).size).toBe(names.length);
});

const PASSWORD = "a long password";

/* The tests of mass assignment check each route's success. These check its failures. */

test("responses of sessions and the profile match the document", async () => {
  const account = { email: "eve@example.com", password: PASSWORD, role: "member" };
  expect(await call("POST /api/auth/register", { by: null, body: account })).toMatchObject({
    status: 201,
  });
  await call("POST /api/auth/register", { by: null, body: account });
  await call("POST /api/auth/register", { by: null, body: {} });
  server.deps.config.adminRegistration = "closed";
  const another = { ...account, email: "adam@example.com", role: "admin" };
  await call("POST /api/auth/register", { by: null, body: another });
  const { body } = await call("POST /api/auth/login", { by: null, body: account });
  const { accessToken, refreshToken } = body as SessionResponse;
  const wrong = { ...account, password: "another password" };
  await call("POST /api/auth/login", { by: null, body: wrong });
  await call("POST /api/auth/login", { by: null, body: "{" });
  server.deps.config.registration = "approval";
  const waiting = { ...account, email: "new@example.com" };
  await call("POST /api/auth/register", { by: null, body: waiting });
  await call("POST /api/auth/login", { by: null, body: waiting });
  await call("POST /api/auth/refresh", { by: null, body: { refreshToken } });
  await call("POST /api/auth/refresh", { by: null, body: { refreshToken: "nonsense" } });

  const headers = { authorization: `Bearer ${accessToken}` };
  const change = { name: "Eve", email: account.email };
  await call("PUT /api/profile", { headers, body: change });
  await call("PUT /api/profile", { headers, body: { ...change, email: "eva@example.com" } });
  await call("PUT /api/profile", { headers, body: { name: "" } });
  await call("PUT /api/profile", { headers, body: { ...change, email: admin.user.email } });
  const passwords = { currentPassword: PASSWORD, newPassword: "another password" };
  await call("PUT /api/profile/password", { headers, body: passwords });
  await call("PUT /api/profile/password", { headers, body: passwords });
});

test("responses of imports match the document", async () => {
  const upload = async (payload: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${admin.accessToken}`;
    const options = { method: "POST", url: "/api/imports", payload } as const;
    const sent = await server.app.inject({ ...options, headers: { authorization, ...headers } });
    const answer = { status: sent.statusCode, body: sent.json() as unknown, headers: sent.headers };
    api.checkResponse("POST /api/imports", answer);
    seen.add(`POST /api/imports ${answer.status}`);
    return answer.body;
  };
  await upload("\0");
  await upload("Title", { "content-encoding": "gzip" });
  await upload("x".repeat(IMPORT_MAX_BYTES + 1));
  const body = (await upload("Title,Status\nA,Done\nMend nets,\n")) as ImportResponse;
  const ids = [body.import.id];
  await call("POST /api/imports/:id/undo", { ids });
  for (const dry of [true, false, false]) {
    await call("POST /api/imports/:id/run", { ids, body: { dry, lists: "Done=skip" } });
  }
});

test("responses of bulk actions on users match the document", async () => {
  const leaver = await server.as("member");
  const [action, user_ids] = ["delete", leaver.user.id];
  await call("POST /api/user-runs/check", { body: { action, user_ids } });
  const made = await call("POST /api/user-runs", { body: { action, user_ids, confirm_count: 1 } });
  const ids = [(made.body as UserRunResponse).run.id];
  await call("GET /api/user-runs/:id/items", { ids });
  await call("POST /api/user-runs/:id/undo", { ids });
});

test("responses of bulk actions on tasks match the document", async () => {
  const id = await create("POST /api/tasks", { title: "Task", priority: "Low" });
  const member = await server.as("member");
  const start = async (body: object, by = member) => {
    const sent = { action: "change", task_ids: `${id},none`, ...body };
    const { body: made } = await call("POST /api/task-runs", { by, body: sent });
    return [(made as Partial<TaskRunResponse>).run?.id ?? ""];
  };
  const references = { assignee_id: admin.user.id, team_id: null };
  const ids = await start({ due_date: "2099-01-01", ...references }, admin);
  await start(references);
  await call("GET /api/task-runs/:id/items", { ids });
  await call("POST /api/task-runs/:id/undo", { ids });
  const deletion = await start({ action: "delete", task_ids: "none" });
  await call("POST /api/task-runs/:id/undo", { by: member, ids: deletion });
  await server.db.updateTable("jobs").set({ ended_at: "2020-01-01T00:00:00.000Z" }).execute();
  await call("POST /api/task-runs/:id/undo", { ids: deletion });
});

test("responses of tasks match the document, including versions and conflicts", async () => {
  const body = {
    title: "Task",
    priority: "Low",
    due_date: "2026-03-01",
    assignee_id: admin.user.id,
  };
  const member = await server.as("member");
  const team = { ...body, team_id: "1", due_date: null };
  const id = await create("POST /api/tasks", { ...body, due_date: "2026-03-15" });
  await call("POST /api/tasks", { body: {} });
  await call("POST /api/tasks", { by: member, body: team });
  await call("PUT /api/tasks/:id", { by: member, ids: [id], body: team });
  await call("PATCH /api/kanban/:id/status", { ids: [id], body: { status: "Done" } });
  await call("PATCH /api/kanban/:id/status", { body: { status: "Done" } });
  const edit = { ...body, due_date: null, title: "Another" };
  for (const tag of ['"2"', '"2"', "nonsense"]) {
    await call("PUT /api/tasks/:id", { ids: [id], body: edit, headers: { "if-match": tag } });
  }
  await call("PATCH /api/tasks/:id", { by: member, ids: [id], body: { team_id: "1" } });
  for (const headers of [{}, { "if-match": '"2"' }, { "if-match": "nonsense" }]) {
    await call("PATCH /api/tasks/:id", { ids: [id], body: { priority: "High" }, headers });
  }
  await call("PATCH /api/tasks/:id", { ids: [id], body: {} });
  const comment = { comment: "Well done" };
  const added = await call("POST /api/tasks/:id/comments", { ids: [id], body: comment });
  const ids = [id, (added.body as { id: string }).id];
  const ofComment = "/api/tasks/:id/comments/:commentId";
  for (const by of [member, admin]) {
    await call(`PATCH ${ofComment}`, { by, ids, body: { comment: "Very well done" } });
    await call("GET /api/tasks/:id/comments", { by, ids });
    await call(`DELETE ${ofComment}`, { by, ids });
  }
  await call("GET /api/tasks/:id/comments", { ids: [id], query: "?limit=0" });
  await call("GET /api/tasks/search", { query: "?limit=none" });
  await call("GET /api/kanban/board", { query: "?descriptions=some" });
  await call("DELETE /api/tasks/:id", { ids: [id] });
  const deleted = await server.db.selectFrom("deleted_tasks").selectAll().executeTakeFirstOrThrow();
  await call("POST /api/tasks/:id/restore", { ids: [id] });
  // As if a client had created the task again with the same Idempotency-Key.
  await server.db.insertInto("deleted_tasks").values(deleted).execute();
  await call("POST /api/tasks/:id/restore", { ids: [id] });
});

test("responses of users and teams match the document", async () => {
  const { user } = await server.as("member");
  await call("GET /api/users", { query: "?limit=1", by: await server.as("member") });
  await call("PUT /api/users/:id", { ids: [user.id], body: { is_active: true } });
  await call("PUT /api/users/:id", { ids: [user.id], body: {} });
  await call("PUT /api/users/:id", { ids: [admin.user.id], body: { role: "member" } });
  const team = await create("POST /api/teams", { name: "Team", description: "All of us" });
  const body = { userId: user.id };
  await call("POST /api/teams/:id/members", { ids: [team], body });
  await call("POST /api/teams/:id/members", { ids: [team], body });
  const handOver = "POST /api/users/:id/hand-over";
  await call(handOver, { ids: [user.id], body: { to: admin.user.id } });
  await call(handOver, { ids: [user.id], body: { to: null } });
  await call(handOver, { ids: [user.id], body: {} });
  await call("DELETE /api/users/:id", { ids: [user.id] });
  await call("DELETE /api/users/:id", { ids: [admin.user.id] });
  await call("GET /api/audit", { query: "?limit=none" });
});

test("repeats of requests whose secret has ended since match the document", async () => {
  const headers = { "idempotency-key": "attempt-number-0001" };
  const webhook = { url: "https://example.com/hook", events: "task.created" };
  const { user } = await server.as("member");
  const { body } = await call("POST /api/users/:id/reset-link", { ids: [user.id] });
  const hooks = [await create("POST /api/webhooks", webhook)];
  const links = [(body as MadeLink).link.id];
  const cases: [route: string, ids: string[], end: (made: unknown) => Promise<unknown>][] = [
    ["POST /api/profile/calendar", [], () => call("DELETE /api/profile/calendar")],
    [
      "POST /api/webhooks/:id/secret",
      hooks,
      () => call("POST /api/webhooks/:id/secret", { ids: hooks }),
    ],
    [
      "POST /api/links/:id/renew",
      links,
      (made) => call("DELETE /api/links/:id", { ids: [(made as MadeLink).link.id] }),
    ],
  ];
  for (const [route, ids, end] of cases) {
    const first = await call(route, { ids, headers });
    expect([route, first.status]).toEqual([route, 201]);
    await end(first.body);
    expect([route, await call(route, { ids, headers })]).toMatchObject([route, { status: 409 }]);
  }
  await call("DELETE /api/webhooks/:id", { ids: hooks });
});

test("responses of API tokens match the document", async () => {
  const body = { name: "Script", scope: "read", days: 7 };
  await call("POST /api/tokens", { body: {} });
  for (let count = 0; count < API_TOKENS_MAX; count += 1) await create("POST /api/tokens", body);
  expect(await call("POST /api/tokens", { body })).toMatchObject({ status: 409 });
  expect(await call("POST /api/setup/admin", {})).toMatchObject({ status: 409 });
});

test("responses of webhooks match the document", async () => {
  const body = { url: "https://example.com/hook", events: "task.created" };
  const id = await create("POST /api/webhooks", body);
  await call("POST /api/webhooks", { body: {} });
  for (let made = 1; made < WEBHOOKS_MAX; made += 1) await create("POST /api/webhooks", body);
  expect(await call("POST /api/webhooks", { body })).toMatchObject({ status: 409 });
  await call("PATCH /api/webhooks/:id", { ids: [id], body: {} });
});

test("responses of sign-ins with a provider match the document", async () => {
  const { user } = await server.as("member", { password_hash: await hashPassword(PASSWORD) });
  const deactivated = await server.as("member", {
    password_hash: await hashPassword(PASSWORD),
    is_active: 0,
  });
  server.deps.config.oidcProviders = readProviders(
    "test",
    JSON.stringify([settingsOf({ issuer: "http://localhost:9" })]),
  );
  await server.db
    .insertInto("identities")
    .values({
      id: "identity",
      user_id: deactivated.user.id,
      provider: "test",
      subject: "eve",
      email: "eve@example.org",
      created_at: server.clock.time.toISOString(),
      confirmed_at: null,
    })
    .execute();
  const now = server.clock.time;
  const codeOf = async (userId: string, identityId?: string) =>
    await issueCode(server.db, { userId, ...(identityId && { identityId }) }, LINK_CODE_MS, now);
  const exchange = "POST /api/auth/oidc/exchange";
  for (const code of [await codeOf(user.id), await codeOf(deactivated.user.id), "invented"]) {
    await call(exchange, { by: null, body: { code } });
  }
  const code = await codeOf(deactivated.user.id, "identity");
  await call("POST /api/auth/oidc/link", { by: null, body: { code, password: "wrong" } });
  await call("POST /api/auth/oidc/link", { by: null, body: { code, password: PASSWORD } });
  await call("GET /api/users/:id/identities", { ids: [deactivated.user.id] });
});

test("responses of the event stream and the document route match the document", async () => {
  await call("GET /api/events");
  const { body } = await call("GET /api/openapi.json", { by: null });
  expect(body).toEqual(JSON.parse(JSON.stringify(api.document)));
});

test("responses of links match the document", async () => {
  const { user } = await server.as("member", { email: "forgetful@example.com" });
  const ids = [user.id];
  const account = { name: "Zoe", password: PASSWORD };
  const settings = server.deps.config;
  /** Opens and uses a link, with its page's call. */
  async function use(page: "accept" | "reset", token: string | undefined) {
    await call("POST /api/links/open", { by: null, body: { token } });
    await call(`POST /api/links/${page}`, { by: null, body: { ...account, token } });
  }

  const reset = (await call("POST /api/users/:id/reset-link", { ids })).body as MadeLink;
  const invited = await call("POST /api/invitations", { body: { list: "zoe@example.com" } });
  const [result] = (invited.body as InvitationsResponse).results;
  const tokens = [result?.made?.path, reset.path].map((path) => path?.split("#")[1]);
  for (const mode of ["off", "on", "on"] as const) {
    settings.localSignIn = mode;
    await use("accept", tokens[0]);
    await use("reset", tokens[1]);
  }
  await use("accept", "unknown");
  await use("reset", "unknown");
  const { link } = (await call("POST /api/users/:id/reset-link", { ids })).body as MadeLink;
  await call("PUT /api/users/:id", { ids, body: { is_active: false } });
  await call("POST /api/users/:id/reset-link", { ids });
  await call("POST /api/links/:id/renew", { ids: [link.id] });
});

test("shared failures match the document on every route", async () => {
  const member = await server.as("member");
  for (const { method, url, access, body, upload, bodyLimit } of server.app.apiRoutes) {
    if (method === "HEAD") continue;
    const route = `${method} ${url}`;
    if (access !== "public") expect(await call(route, { by: null })).toMatchObject({ status: 401 });
    if (access === "admin")
      expect(await call(route, { by: member })).toMatchObject({ status: 403 });
    if (url.includes(":") && body === undefined) {
      expect(await call(route, { ids: ["none", "none"] })).toMatchObject({ status: 404 });
    }
    if (method !== "GET" && !upload) {
      const large = JSON.stringify({ title: "x".repeat(bodyLimit ?? 65_536) });
      expect(await call(route, { body: large })).toMatchObject({ status: 413 });
      const headers = { "content-type": "text/plain" };
      expect(await call(route, { body: "{}", headers })).toMatchObject({ status: 415 });
      expect(await call(route, { body: "{" })).toMatchObject({ status: 400 });
    }
  }
});

test("every failure that a route declares occurred above", () => {
  // 422 and 429 have their own tests; every success is in routeCalls.ts.
  const unseen = server.app.apiRoutes.flatMap(({ method, url, failures = {} }) =>
    Object.keys(failures)
      .map((status) => `${method} ${url} ${status}`)
      .filter((failure) => !/^HEAD| (422|429)$/.test(failure) && !seen.has(failure)),
  );
  expect(unseen).toEqual([]);
});
