import { beforeAll, expect, test } from "@jest/globals";
import type { ActivityResponse } from "#contract/shapes/activity.ts";
import type { AuditPageResponse } from "#contract/shapes/audit.ts";
import type { DashboardStats } from "#contract/shapes/dashboard.ts";
import type { InboxResponse } from "#contract/shapes/inbox.ts";
import type { LabelsResponse } from "#contract/shapes/label.ts";
import type { TaskPageResponse } from "#contract/shapes/task.ts";
import type { ViewsResponse } from "#contract/shapes/view.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { fileServer } from "#server/testing/sharedServer.ts";
import { type DemoAccount, fillDemo } from "./demo.ts";

const server = fileServer();
let accounts: DemoAccount[];

beforeAll(async () => {
  accounts = await fillDemo(server.deps, () => undefined);
});

test("the demo has data for every screen", async () => {
  const { call } = await server.as("admin");
  const stats = (await call("GET", "/api/dashboard/stats")).body as DashboardStats;
  expect(stats.total).toBe(60);
  expect(stats.overdue).toBeGreaterThan(5);
  expect(stats.deadlines.length).toBeGreaterThanOrEqual(8);
  for (const { count } of [...stats.byStatus, ...stats.byPriority]) {
    expect(count).toBeGreaterThan(9);
  }
  const { body } = await call("GET", "/api/activity");
  const { entries } = body as ActivityResponse;
  expect(entries.some(({ changes }) => changes.some(({ field }) => field === "status"))).toBe(true);
  expect(entries.some(({ comment }) => comment !== null)).toBe(true);
  expect(entries.filter(({ gone, actor }) => gone || !actor.name)).toEqual([]);
  const { labels } = (await call("GET", "/api/labels")).body as LabelsResponse;
  expect(labels.length).toBeGreaterThan(5);
  const labelled = await call(
    "GET",
    `/api/tasks/search?label=${labels.map(({ id }) => id).join()}`,
  );
  expect((labelled.body as TaskPageResponse).pagination.total).toBeGreaterThan(20);
  const { views } = (await call("GET", "/api/views")).body as ViewsResponse;
  expect(views).toMatchObject([{ name: "Due this week", owner: { name: "Maya Lindqvist" } }]);
});

test("the inboxes of both sign-ins have notifications, read and unread, that tasks and comments explain", async () => {
  for (const { email } of accounts) {
    const users = server.db.selectFrom("users").selectAll().where("email", "=", email);
    const { call } = await server.signIn(await users.executeTakeFirstOrThrow());
    const { items } = (await call("GET", "/api/inbox")).body as InboxResponse;
    const caused = items.filter(({ actor }) => actor !== null);
    expect(new Set(caused.map(({ read }) => read))).toEqual(new Set([true, false]));
    expect(new Set(caused.map(({ kind }) => kind))).toEqual(new Set(["assigned", "commented"]));
    for (const { task } of caused) expect(task?.title).not.toBe("");
  }
});

test("the audit log explains the current users and teams", async () => {
  const { call } = await server.as("admin");
  const { body } = await call("GET", "/api/audit?limit=100");
  const { entries } = body as AuditPageResponse;
  const users = await server.db.selectFrom("users").selectAll().execute();
  const of = (id: string) => entries.filter(({ subject }) => subject.id === id);
  for (const { id, name, role, is_active } of users.filter(({ password_hash }) => password_hash)) {
    const joined = of(id).find(({ action }) => action === "user.registered");
    const newRole = of(id).find(({ action }) => action === "user.role_changed");
    expect([name, (newRole ?? joined)?.details.to]).toEqual([name, role]);
    const deactivated = of(id).some(({ action }) => action === "user.deactivated");
    expect([name, deactivated]).toEqual([name, is_active === 0]);
  }
  const members = await server.db.selectFrom("team_members").selectAll().execute();
  for (const { team_id, user_id } of members) {
    const last = of(user_id).find(({ details }) => details.team?.id === team_id);
    expect(last?.action).toBe("team.member_added");
  }
});

test("all times of the demo are past, except due dates", async () => {
  const now = server.clock.time.toISOString();
  for (const table of ["tasks", "comments", "users", "teams"] as const) {
    const rows = await server.db.selectFrom(table).select("created_at").execute();
    expect(rows.filter(({ created_at }) => created_at > now)).toEqual([]);
  }
  const changes = server.db.selectFrom("changes").select("id").where("at", ">", now);
  expect(await changes.execute()).toEqual([]);
  const moved = server.db.selectFrom("tasks").select("id").where("status_changed_at", ">", now);
  expect(await moved.execute()).toEqual([]);
});

test("the demo has the same tasks each time", async () => {
  const other = await startServer();
  await fillDemo(other.deps, () => undefined);
  const rows = async ({ db }: TestServer) =>
    await db.selectFrom("tasks").selectAll().orderBy("id").execute();
  expect(await rows(other)).toEqual(await rows(server));
  await other.close();
});
