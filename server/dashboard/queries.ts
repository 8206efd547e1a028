import { DEADLINE_DAYS, type DashboardStats } from "#contract/dashboard.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";
import { dayNumber, type TaskCount } from "#server/taskIndex/taskKinds.ts";
import type { TaskIndex } from "#server/taskIndex/taskIndex.ts";
import { daysAfter } from "#server/tasks/today.ts";
import type { Kysely } from "kysely";

const sum = (counts: readonly { count: number }[]) =>
  counts.reduce((total, { count }) => total + count, 0);

/**
 * The figures of the dashboard (§3). Every status is counted, every priority too unless there is
 * no task at all; `deadlines` has the days from today on that have tasks to do.
 */
export async function dashboardStats(
  db: Kysely<Database>,
  index: TaskIndex,
  today: string,
): Promise<DashboardStats> {
  const counts = (await index.read())?.counts() ?? (await countTasks(db));
  const total = sum(counts);
  const open = counts.filter(({ status, due }) => status !== "Done" && due > 0);
  const first = dayNumber(today);
  const days = Array.from({ length: DEADLINE_DAYS }, (_none, days) => daysAfter(today, days));
  const dueOn = new Map<number, number>();
  for (const { due, count } of open) dueOn.set(due, (dueOn.get(due) ?? 0) + count);
  return {
    total,
    // What `isOverdue` is to the database.
    overdue: sum(open.filter(({ due }) => due < first)),
    byStatus: TASK_STATUSES.map((status) => ({
      status,
      count: sum(counts.filter((group) => group.status === status)),
    })),
    byPriority: (total > 0 ? TASK_PRIORITIES : []).map((priority) => ({
      priority,
      count: sum(counts.filter((group) => group.priority === priority)),
    })),
    deadlines: days
      .map((date) => ({ date, count: dueOn.get(dayNumber(date)) ?? 0 }))
      .filter(({ count }) => count > 0),
  };
}

async function countTasks(db: Kysely<Database>): Promise<TaskCount[]> {
  const rows = await db
    .selectFrom("tasks")
    .select(({ fn }) => [
      "status",
      "priority",
      "due_date",
      fn.countAll<number | string>().as("count"),
    ])
    .groupBy(["status", "priority", "due_date"])
    .execute();
  // PostgreSQL hands counts over as text.
  return rows.map(({ status, priority, due_date, count }) => ({
    status,
    priority,
    due: dayNumber(due_date),
    count: Number(count),
  }));
}
