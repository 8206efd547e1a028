import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { AuditEntry, AuditPageResponse } from "#contract/shapes/audit.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import type { Team } from "#contract/shapes/team.ts";
import type { ChangeRow } from "#server/db/schema/changes.ts";
import { changeAccount } from "#server/operator.ts";
import { createTask } from "#server/testing/create.ts";
import { type TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

/* server/testing/agreement/ compares the log of all kinds of changes with the data. */

const server = sharedServer();
const ada = sharedUser(server, "admin", { name: "Ada" });
const bob = sharedUser(server, "member", { name: "Bob" });

/** An entry as one line of text. */
function line({ actor, action, subject, details: { from, to, team } }: AuditEntry): string {
  const change = [from, to].filter((word) => word !== undefined).join(" → ");
  return [actor.name, action, subject.name, team?.name, change].filter(Boolean).join(" ");
}

async function readPage(query = ""): Promise<AuditPageResponse> {
  const { status, body } = await ada.call("GET", `/api/audit${query}`);
  expect(status).toBe(200);
  return body as AuditPageResponse;
}

/** The log as lines, oldest first. */
const lines = async (query = "") => (await readPage(query)).entries.map(line).reverse();

/** Calls a route one second later, so that entries have distinct times. */
async function later(by: TestUser, ...call: Parameters<TestUser["call"]>) {
  server.clock.advance(1_000);
  return await by.call(...call);
}

async function createTeam(name: string): Promise<Team> {
  const { body } = await later(ada, "POST", "/api/teams", { name });
  return (body as { team: Team }).team;
}

const path = ({ user }: TestUser) => `/api/users/${user.id}`;

describe("recorded changes", () => {
  test("the entries of bulk actions, imports and their undo name them", async () => {
    const begin = async (url: string, body?: object | string) =>
      Object.values((await later(ada, "POST", url, body)).body as object)[0] as { id: string };
    const ofUsers = { action: "role", role: "admin", user_ids: bob.user.id, confirm_count: 1 };
    const user = await begin("/api/user-runs", ofUsers);
    await begin(`/api/user-runs/${user.id}/undo`);
    const task_ids = (await createTask(ada)).id;
    const task = await begin("/api/task-runs", { action: "delete", task_ids });
    await begin(`/api/task-runs/${task.id}/undo`);
    const file = await begin("/api/imports", "Title\nImported");
    await begin(`/api/imports/${file.id}/run`, {});
    await begin(`/api/imports/${file.id}/undo`);
    const { entries } = await readPage();
    expect(entries.map(({ action, bulk }) => [action, bulk]).reverse()).toEqual([
      ["users.run_ended", { kind: "user", id: user.id }],
      ["users.run_undone", { kind: "user", id: user.id }],
      ["tasks.run_ended", { kind: "task", id: task.id }],
      ["tasks.run_undone", { kind: "task", id: task.id }],
      ["tasks.imported", { kind: "import", id: file.id }],
      ["tasks.import_undone", { kind: "import", id: file.id }],
    ]);
  });

  test("an entry has actor, time, subject, and old and new role", async () => {
    await later(ada, "PUT", path(bob), { role: "admin", is_active: false });
    await later(ada, "PUT", path(bob), { is_active: true });
    const { entries, pagination } = await readPage();
    expect(entries.map(line).sort()).toEqual([
      "Ada user.activated Bob",
      "Ada user.deactivated Bob",
      "Ada user.role_changed Bob member → admin",
    ]);
    expect(pagination).toEqual({ page: 1, limit: 50, total: 3, totalPages: 1 });
    expect(entries).toContainEqual({
      id: expect.any(String) as unknown,
      at: "2026-03-15T12:00:01.000Z",
      actor: { id: ada.user.id, name: "Ada" },
      action: "user.role_changed",
      subject: { kind: "user", id: bob.user.id, name: "Bob" },
      details: { from: "member", to: "admin" },
      origin: { kind: "app" },
    });
  });

  test("changes of name, address and password, and signing out everywhere; never the typed values", async () => {
    const account = { email: "eve@example.com", password: "a long password", role: "member" };
    const { body } = await server.call("POST", "/api/auth/register", account);
    const row = { ...bob.user, id: (body as SessionResponse).user.id };
    const eve = await server.signIn(row);
    await later(eve, "PUT", "/api/profile", { name: "Eve S.", email: "eve@example.com" });
    await later(eve, "PUT", "/api/profile", {
      name: "Eve S.",
      email: "hidden@example.com",
      currentPassword: "a long password",
    });
    const passwords = { currentPassword: "a long password", newPassword: "an even longer one" };
    await later(eve, "PUT", "/api/profile/password", passwords);
    await later(eve, "DELETE", "/api/auth/sessions");
    expect(await lines()).toEqual([
      "Eve user.registered Eve member",
      "Eve user.renamed Eve Eve → Eve S.",
      "Eve S. user.email_changed Eve S.",
      "Eve S. user.password_changed Eve S.",
      "Eve S. user.signed_out_everywhere Eve S.",
    ]);
    const stored = await server.db.selectFrom("changes").selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/password"|longer|@example|argon2/);
  });

  test("entries keep names as they were before a rename or deletion", async () => {
    const eve = await server.as("admin", { name: "Eve" });
    const team = await createTeam("Crew");
    await later(eve, "POST", `/api/teams/${team.id}/members`, { userId: bob.user.id });
    await later(ada, "DELETE", path(bob));
    await later(ada, "DELETE", path(eve));
    await later(ada, "PUT", "/api/profile", { name: "Ada L.", email: ada.user.email });
    expect(await lines()).toEqual([
      "Ada team.created Crew",
      "Eve team.member_added Bob Crew",
      "Ada user.deleted Bob",
      "Ada user.deleted Eve",
      "Ada user.renamed Ada Ada → Ada L.",
    ]);
  });

  test("requests that change nothing have no entry", async () => {
    await ada.call("PUT", path(bob), { role: "member", is_active: true });
    await bob.call("PUT", "/api/profile", { name: "Bob", email: bob.user.email });
    expect(await lines()).toEqual([]);
  });
});

test("an entry has its origin: the app, an API token with its name, or the operator", async () => {
  const body = { name: "Nightly  sync", scope: "admin", days: 7 };
  const made = (await ada.call("POST", "/api/tokens", body)).body as ApiTokenCreatedResponse;
  await server.callWith(made.secret)("POST", "/api/teams", { name: "Crew" });
  const wish = { admin: true, activate: false, newPassword: false };
  await changeAccount(server.db, bob.user.email, wish, server.clock.time);
  const { entries } = await readPage();
  expect(new Map(entries.map(({ action, origin }) => [action, origin]))).toEqual(
    new Map<string, unknown>([
      ["user.token_created", { kind: "app" }],
      ["team.created", { kind: "token", id: made.token.id, name: "Nightly  sync" }],
      ["user.role_changed", { kind: "operator" }],
    ]),
  );
});

test("an entry of a server that recorded no origins has none", async () => {
  await ada.call("PUT", path(bob), { role: "admin" });
  const [written] = (await server.db.selectFrom("changes").selectAll().execute()) as [ChangeRow];
  const { number: _number, ...row } = written;
  await server.db
    .insertInto("changes")
    .values({ ...row, id: "earlier", origin: null })
    .execute();
  const [entry] = (await readPage()).entries;
  expect(entry).toMatchObject({ id: "earlier" });
  expect(entry).not.toHaveProperty("origin");
});

test("a change that can't be recorded is rolled back", async () => {
  const team = await createTeam("Crew");
  await sql`alter table changes rename to mislaid`.execute(server.db);
  const responses = [
    await ada.call("PUT", path(bob), { role: "admin" }),
    await ada.call("PUT", path(bob), { is_active: false }),
    await ada.call("DELETE", path(bob)),
    await ada.call("POST", "/api/teams", { name: "Another" }),
    await ada.call("POST", `/api/teams/${team.id}/members`, { userId: bob.user.id }),
    await bob.call("PUT", "/api/profile", { name: "Robert", email: bob.user.email }),
    await bob.call("DELETE", "/api/auth/sessions"),
  ];
  await sql`alter table mislaid rename to changes`.execute(server.db);
  for (const response of responses) expect(response).toMatchObject({ status: 500 });
  expect(await bob.call("GET", "/api/auth/me")).toMatchObject({
    body: { user: { name: "Bob", role: "member", is_active: true } },
  });
  expect(await ada.call("GET", "/api/teams")).toMatchObject({
    body: { teams: [{ id: team.id }] },
  });
  expect(await ada.call("GET", `/api/teams/${team.id}`)).toMatchObject({ body: { members: [] } });
});

test("concurrent requests for the same change record it once", async () => {
  const eve = await server.as("admin", { name: "Eve" });
  const others = await Promise.all(
    ["A", "B", "C", "D"].map((name) => server.as("member", { name })),
  );
  const calls = others.flatMap((user) =>
    [ada, eve].map((admin) => admin.call("PUT", path(user), { is_active: false })),
  );
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  const entries = (await readPage("?action=user.deactivated")).entries;
  expect(entries.map(({ subject }) => subject.name).sort()).toEqual(["A", "B", "C", "D"]);
  await Promise.all([ada.call("DELETE", path(bob)), eve.call("DELETE", path(bob))]);
  expect((await readPage("?action=user.deleted")).entries).toHaveLength(1);
});

describe("reading the log", () => {
  test("filters by actor, action and subject; a team includes its membership changes", async () => {
    const eve = await server.as("admin", { name: "Eve" });
    const crew = await createTeam("Crew");
    const deck = await createTeam("Deck");
    for (const team of [crew, deck]) {
      await later(eve, "POST", `/api/teams/${team.id}/members`, { userId: bob.user.id });
    }
    await later(eve, "PUT", path(bob), { role: "admin" });
    expect(await lines(`?actor=${ada.user.id}`)).toEqual([
      "Ada team.created Crew",
      "Ada team.created Deck",
    ]);
    expect(await lines("?action=user.role_changed")).toEqual([
      "Eve user.role_changed Bob member → admin",
    ]);
    expect(await lines(`?subject=${crew.id}`)).toEqual([
      "Ada team.created Crew",
      "Eve team.member_added Bob Crew",
    ]);
    expect(await lines(`?subject=${bob.user.id}&action=team.member_added`)).toHaveLength(2);
    expect(await lines(`?actor=${ada.user.id}&subject=${bob.user.id}`)).toEqual([]);
    expect(await lines("?actor=&action=&subject=")).toHaveLength(5);
  });

  test("pages show every entry once, also entries of the same instant", async () => {
    for (let count = 0; count < 7; count += 1) {
      await ada.call("PUT", path(bob), { is_active: count % 2 === 1 });
    }
    const pages = [];
    for (const number of [1, 2, 3, 4]) pages.push(await readPage(`?limit=3&page=${number}`));
    expect(pages.map(({ entries }) => entries.length)).toEqual([3, 3, 1, 0]);
    expect(new Set(pages.flatMap(({ entries }) => entries.map(({ id }) => id))).size).toBe(7);
    expect(pages[0]?.pagination).toEqual({ page: 1, limit: 3, total: 7, totalPages: 3 });
  });
});

test("the database refuses to change or delete an entry, but not to delete a task's history", async () => {
  await createTask(ada);
  await ada.call("PUT", path(bob), { role: "admin" });
  const { db } = server;
  await expect(db.updateTable("changes").set({ actor_name: "Eve" }).execute()).rejects.toThrow(
    "changes is append-only",
  );
  await expect(db.deleteFrom("changes").execute()).rejects.toThrow("changes is append-only");
  await db.deleteFrom("changes").where("subject_kind", "=", "task").execute();
  expect(await db.selectFrom("changes").select("kind").execute()).toHaveLength(1);
  expect(await lines()).toEqual(["Ada user.role_changed Bob member → admin"]);
});
