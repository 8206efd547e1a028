import { DEADLINE_DAYS, type DashboardStats } from "#contract/dashboard.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";
import { isOverdue } from "#server/tasks/filters.ts";
import { daysAfter } from "#server/tasks/today.ts";
import type { Kysely } from "kysely";

const sum = (counts: readonly { count: number }[]) =>
  counts.reduce((total, { count }) => total + count, 0);

/**
 * The figures of the dashboard (§3). Every status is counted, every priority too unless there is
 * no task at all; `deadlines` has the days from today on that have tasks to do.
 */
export async function dashboardStats(db: Kysely<Database>, today: string): Promise<DashboardStats> {
  const groups = await countByStatusAndPriority(db);
  const total = sum(groups);
  return {
    total,
    overdue: await countOverdue(db, today),
    byStatus: TASK_STATUSES.map((status) => ({
      status,
      count: sum(groups.filter((group) => group.status === status)),
    })),
    byPriority: (total > 0 ? TASK_PRIORITIES : []).map((priority) => ({
      priority,
      count: sum(groups.filter((group) => group.priority === priority)),
    })),
    deadlines: await countDeadlines(db, today),
  };
}

// PostgreSQL hands counts over as text, hence Number() in each of these.

async function countByStatusAndPriority(db: Kysely<Database>) {
  const rows = await db
    .selectFrom("tasks")
    .select(({ fn }) => ["status", "priority", fn.countAll<number | string>().as("count")])
    .groupBy(["status", "priority"])
    .execute();
  return rows.map(({ status, priority, count }) => ({ status, priority, count: Number(count) }));
}

async function countOverdue(db: Kysely<Database>, today: string): Promise<number> {
  const { count } = await db
    .selectFrom("tasks")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where(isOverdue(today))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countDeadlines(db: Kysely<Database>, today: string) {
  const rows = await db
    .selectFrom("tasks")
    .select(({ fn }) => ["due_date", fn.countAll<number | string>().as("count")])
    .where("status", "!=", "Done")
    .where("due_date", ">=", today)
    .where("due_date", "<", daysAfter(today, DEADLINE_DAYS))
    .groupBy("due_date")
    .orderBy("due_date")
    .$narrowType<{ due_date: string }>()
    .execute();
  return rows.map(({ due_date, count }) => ({ date: due_date, count: Number(count) }));
}
