import { expect, test } from "@jest/globals";
import type { DashboardStats, OverdueResponse } from "#contract/shapes/dashboard.ts";
import type { TaskStatus } from "#contract/task.ts";
import { NEW_TASK } from "#contract/taskFields.ts";
import { insertTask } from "#server/tasks/queries.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const server = sharedServer();
const member = sharedUser(server, "member");

const add = async (due_date: string | null, status: TaskStatus = "Todo") =>
  await insertTask(
    server.db,
    {
      ...NEW_TASK,
      title: "A task",
      status,
      priority: "High",
      due_date,
    },
    member.user.id,
    server.clock.time,
  );

/** Sends a request as an app in this time zone does. */
async function get<T>(url: string, zone?: string): Promise<T> {
  const headers = zone === undefined ? {} : { "x-time-zone": zone };
  const { status, body } = await member.call("GET", url, undefined, headers);
  expect(status).toBe(200);
  return body as T;
}

const stats = async (zone?: string) => await get<DashboardStats>("/api/dashboard/stats", zone);

test("without tasks all figures are zero or empty", async () => {
  expect(await stats()).toEqual({
    total: 0,
    overdue: 0,
    byStatus: [
      { status: "Todo", count: 0 },
      { status: "In Progress", count: 0 },
      { status: "Done", count: 0 },
    ],
    byPriority: [],
    deadlines: [],
  });
  expect(await get("/api/tasks/overdue")).toEqual({ overdueTasks: [] });
});

test("counts tasks; deadlines are open tasks due within 14 days from today", async () => {
  await add("2026-03-14");
  await add("2026-03-15", "In Progress");
  await add("2026-03-20");
  await add("2026-03-20");
  await add("2026-03-28");
  await add("2026-03-29");
  await add("2026-03-21", "Done");
  await add("2026-03-01", "Done");
  await add(null);
  expect(await stats()).toEqual({
    total: 9,
    overdue: 1,
    byStatus: [
      { status: "Todo", count: 6 },
      { status: "In Progress", count: 1 },
      { status: "Done", count: 2 },
    ],
    byPriority: [
      { priority: "Low", count: 0 },
      { priority: "Medium", count: 0 },
      { priority: "High", count: 9 },
    ],
    deadlines: [
      { date: "2026-03-15", count: 1 },
      { date: "2026-03-20", count: 2 },
      { date: "2026-03-28", count: 1 },
    ],
  });
});

test("the overdue list starts with the longest overdue", async () => {
  await add("2026-03-14");
  await add("2025-12-31", "In Progress");
  await add("2026-03-01");
  const { overdueTasks } = await get<OverdueResponse>("/api/tasks/overdue");
  expect(overdueTasks.map(({ due_date }) => due_date)).toEqual([
    "2025-12-31",
    "2026-03-01",
    "2026-03-14",
  ]);
});

test.each([
  ["2026-03-15T10:59:59.999Z", "Pacific/Pago_Pago", 0],
  ["2026-03-15T11:00:00.000Z", "Pacific/Pago_Pago", 1],
  ["2026-03-14T23:59:59.999Z", undefined, 0],
])("today is the day in the caller's time zone: at %s in %s", async (time, zone, count) => {
  await add("2026-03-14");
  // The clock has moved since the member's session began, so they sign in again.
  server.clock.time = new Date(time);
  Object.assign(member, await server.signIn(member.user));
  expect(await stats(zone)).toMatchObject({ overdue: count });
  const { overdueTasks } = await get<OverdueResponse>("/api/tasks/overdue", zone);
  expect(overdueTasks).toHaveLength(count);
});
