import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { ApiTokenCreatedResponse } from "#contract/apiToken.ts";
import type { AuditEntry, AuditPageResponse } from "#contract/audit.ts";
import type { SessionResponse } from "#contract/session.ts";
import type { Team } from "#contract/team.ts";
import type { ChangeRow } from "#server/db/schema.ts";
import { changeAccount } from "#server/operator.ts";
import { startServer, type TestServer, type TestUser } from "#server/testing/server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;

beforeEach(async () => {
  server = await startServer();
  ada = await server.as("admin", { name: "Ada" });
  bob = await server.as("member", { name: "Bob" });
});
afterEach(() => server.close());

const path = ({ user }: TestUser) => `/api/users/${user.id}`;

async function readPage(query = "", by = ada): Promise<AuditPageResponse> {
  const { status, body } = await by.call("GET", `/api/audit${query}`);
  expect(status).toBe(200);
  return body as AuditPageResponse;
}

/** An entry as one line of text. */
function line({ actor, action, subject, details: { from, to, team } }: AuditEntry): string {
  const change = [from, to].filter((word) => word !== undefined).join(" → ");
  return [actor.name, action, subject.name, team?.name, change].filter(Boolean).join(" ");
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

describe("recorded changes", () => {
  test("an entry has actor, time, subject, and old and new role", async () => {
    await later(ada, "PUT", path(bob), { role: "admin" });
    await later(ada, "PUT", path(bob), { is_active: false });
    await later(ada, "PUT", path(bob), { is_active: true });
    const { entries, pagination } = await readPage();
    expect(entries.map(line)).toEqual([
      "Ada user.activated Bob",
      "Ada user.deactivated Bob",
      "Ada user.role_changed Bob member → admin",
    ]);
    expect(pagination).toEqual({ page: 1, limit: 50, total: 3, totalPages: 1 });
    expect(entries.at(-1)).toEqual({
      id: expect.any(String) as unknown,
      at: "2026-03-15T12:00:01.000Z",
      actor: { id: ada.user.id, name: "Ada" },
      action: "user.role_changed",
      subject: { kind: "user", id: bob.user.id, name: "Bob" },
      details: { from: "member", to: "admin" },
      origin: { kind: "app" },
    });
  });

  test("changing role and activity in one request gives two entries", async () => {
    await later(ada, "PUT", path(bob), { role: "admin", is_active: false });
    expect((await lines()).sort()).toEqual([
      "Ada user.deactivated Bob",
      "Ada user.role_changed Bob member → admin",
    ]);
  });

  test("creating a team, adding and removing members", async () => {
    const team = await createTeam("Crew");
    await later(ada, "POST", `/api/teams/${team.id}/members`, { userId: bob.user.id });
    await later(ada, "DELETE", `/api/teams/${team.id}/members/${bob.user.id}`);
    expect(await lines()).toEqual([
      "Ada team.created Crew",
      "Ada team.member_added Bob Crew",
      "Ada team.member_removed Bob Crew",
    ]);
  });

  test("registration, with the role", async () => {
    const account = { email: "eve.stone@example.com", password: "a long password", role: "admin" };
    await later(ada, "POST", "/api/auth/register", account);
    expect(await lines()).toEqual(["Eve Stone user.registered Eve Stone admin"]);
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

  test("an admin's own demotion, after which they can't read the log", async () => {
    const eve = await server.as("admin", { name: "Eve" });
    await later(eve, "PUT", path(eve), { role: "member" });
    expect(await eve.call("GET", "/api/audit")).toMatchObject({ status: 403 });
    expect(await lines()).toEqual(["Eve user.role_changed Eve admin → member"]);
  });
});

test("an entry has its origin: the app, an API token, a bulk action or the operator", async () => {
  const { secret, token } = (
    await ada.call("POST", "/api/tokens", { name: "Nightly  sync", scope: "admin", days: 7 })
  ).body as ApiTokenCreatedResponse;
  const byToken = server.callWith(secret);
  expect(await byToken("PUT", path(bob), { role: "admin" })).toMatchObject({ status: 200 });
  const users = { user_ids: bob.user.id, confirm_count: 1 };
  await later(ada, "POST", "/api/user-runs", { action: "deactivate", ...users });
  const wish = { admin: false, activate: true, newPassword: false };
  await changeAccount(server.db, bob.user.email, wish, server.clock.time);
  const { entries } = await readPage();
  const origins = entries.map(({ action, origin }) => [action, origin]);
  const origin = (kind: string) => expect.objectContaining({ kind }) as unknown;
  expect(origins).toEqual(
    expect.arrayContaining([
      ["user.token_created", { kind: "app" }],
      ["user.role_changed", { kind: "token", id: token.id, name: "Nightly  sync" }],
      ["users.run_ended", origin("job")],
      ["user.activated", { kind: "operator" }],
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

describe("requests without an entry", () => {
  test("requests that change nothing", async () => {
    await ada.call("PUT", path(bob), { role: "member", is_active: true });
    await bob.call("PUT", "/api/profile", { name: "Bob", email: bob.user.email });
    expect(await lines()).toEqual([]);
  });

  test("refused requests", async () => {
    const team = await createTeam("Crew");
    const userId = bob.user.id;
    const members = `/api/teams/${team.id}/members`;
    const responses = [
      await ada.call("PUT", path(ada), { role: "member" }),
      await ada.call("DELETE", path(ada)),
      await ada.call("PUT", path(bob), { role: "owner" }),
      await ada.call("DELETE", "/api/users/nobody"),
      await bob.call("DELETE", path(ada)),
      await ada.call("POST", "/api/teams", { name: "" }),
      await ada.call("POST", members, { userId: "nobody" }),
      await ada.call("POST", "/api/teams/none/members", { userId }),
      await ada.call("DELETE", `${members}/${userId}`),
      await bob.call("PUT", "/api/profile", { name: "Bob", email: ada.user.email }),
      await server.call("POST", "/api/auth/register", {
        email: bob.user.email,
        password: "a long password",
        role: "admin",
      }),
    ];
    for (const { status } of responses) expect(status).toBeGreaterThanOrEqual(400);
    expect(await lines()).toEqual(["Ada team.created Crew"]);
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
    for (const response of responses) {
      expect(response).toMatchObject({
        status: 500,
        body: { error: "Something went wrong on the server" },
      });
    }
    expect(await bob.call("GET", "/api/auth/me")).toMatchObject({
      body: { user: { name: "Bob", role: "member", is_active: true } },
    });
    expect(await ada.call("GET", "/api/teams")).toMatchObject({
      body: { teams: [{ id: team.id }] },
    });
    expect(await ada.call("GET", `/api/teams/${team.id}`)).toMatchObject({ body: { members: [] } });
  });
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

test("two admins who demote each other concurrently leave one admin and one entry", async () => {
  const eve = await server.as("admin", { name: "Eve" });
  const responses = await Promise.all([
    ada.call("PUT", path(eve), { role: "member" }),
    eve.call("PUT", path(ada), { role: "member" }),
  ]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const remaining = responses[0]?.status === 200 ? ada : eve;
  const { entries } = await readPage("", remaining);
  expect(entries.map(line)).toEqual([
    `${remaining.user.name} user.role_changed ${remaining === ada ? "Eve" : "Ada"} admin → member`,
  ]);
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

  test.each([
    ["?page=0", "page"],
    ["?limit=101", "limit"],
    ["?action=user.praised", "action"],
    [`?actor=${"x".repeat(65)}`, "actor"],
    ["?subject=a&subject=b", "subject"],
  ])("refuses %s", async (query, param) => {
    expect(await ada.call("GET", `/api/audit${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ param }] },
    });
  });

  test("is refused to members", async () => {
    expect(await server.call("GET", "/api/audit")).toMatchObject({ status: 401 });
    expect(await bob.call("GET", "/api/audit")).toMatchObject({ status: 403 });
  });
});

test("the database refuses to change or delete an entry", async () => {
  await ada.call("PUT", path(bob), { role: "admin" });
  const { db } = server;
  await expect(db.updateTable("changes").set({ actor_name: "Eve" }).execute()).rejects.toThrow(
    "changes is append-only",
  );
  await expect(db.deleteFrom("changes").execute()).rejects.toThrow("changes is append-only");
  expect(await lines()).toEqual(["Ada user.role_changed Bob member → admin"]);
});
