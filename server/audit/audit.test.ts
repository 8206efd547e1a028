import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ApiTokenCreatedResponse } from "#contract/apiToken.ts";
import type { SessionResponse } from "#contract/session.ts";
import type { ChangeRow } from "#server/db/schema.ts";
import { changeAccount } from "#server/operator.ts";
import { type AuditServer, line, startAuditServer } from "#server/testing/auditLog.ts";
import type { TestUser } from "#server/testing/server.ts";

let server: AuditServer["server"];
let ada: TestUser;
let bob: TestUser;
let readPage: AuditServer["readPage"];
let lines: AuditServer["lines"];
let later: AuditServer["later"];
let createTeam: AuditServer["createTeam"];

beforeEach(async () => {
  ({ server, ada, bob, readPage, lines, later, createTeam } = await startAuditServer());
});
afterEach(() => server.close());

const path = ({ user }: TestUser) => `/api/users/${user.id}`;

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
});
