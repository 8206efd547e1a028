import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { type AuditServer, startAuditServer } from "#server/testing/auditLog.ts";
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
