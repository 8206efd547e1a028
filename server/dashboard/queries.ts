import { type Kysely, sql } from "kysely";
import { addDays } from "#contract/calendar.ts";
import { DEADLINE_DAYS } from "#contract/dashboard.ts";
import type { DashboardStats } from "#contract/shapes/dashboard.ts";
import {
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskPriority,
  type TaskStatus,
} from "#contract/task.ts";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";

const OVERDUE = "overdue";

/** `task_counts` is merged when it has this many rows more than after the last merge. */
const SURPLUS_ROWS_MAX = 10_000;

const sum = (counts: readonly { count: number }[]) =>
  counts.reduce((total, { count }) => total + count, 0);

/** Returns a function that reads the dashboard's figures (§3) from counts that triggers keep. */
export function dashboardReader(
  db: Kysely<Database>,
  surplusMax = SURPLUS_ROWS_MAX,
): (today: string) => Promise<DashboardStats> {
  let rowsAfterMerge = 0;
  return async (today) => {
    const counts = await readCounts(db, today);
    if (
      onPostgres(db) &&
      counts.reduce((all, { rows }) => all + rows, 0) > rowsAfterMerge + surplusMax
    ) {
      rowsAfterMerge = await mergeCounts(db);
    }
    return statsOf(counts, today);
  };
}

interface Count {
  status: TaskStatus;
  priority: TaskPriority;
  due: string;
  count: number;
  rows: number;
}

/** Counts tasks by status, priority and due date. Only the days of the deadline chart are kept. */
async function readCounts(db: Kysely<Database>, today: string): Promise<Count[]> {
  const last = addDays(today, DEADLINE_DAYS - 1);
  // Without the casts PostgreSQL sends both numbers as text.
  const { rows } = await sql<Count>`
    select status, priority, due, cast(sum(tasks) as integer) as count, cast(count(*) as integer) as rows
    from (
      select status, priority, tasks, case
        when due_date = '' or due_date > ${last} then ''
        when due_date < ${today} then ${sql.lit(OVERDUE)}
        else due_date end as due
      from task_counts
    ) as counted
    group by status, priority, due
  `.execute(db);
  return rows;
}

/**
 * Replaces the rows of each count with their sum, in one statement, so that readers never see both.
 * Returns the number of rows that are left.
 */
async function mergeCounts(db: Kysely<Database>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with merged as (delete from task_counts returning *)
    insert into task_counts select status, priority, due_date, sum(tasks) from merged
      group by status, priority, due_date having sum(tasks) <> 0
  `.execute(db);
  return Number(numAffectedRows);
}

/**
 * `byStatus` has every status. `byPriority` has every priority, or is empty if there are no tasks.
 * `deadlines` has the days with open tasks.
 */
function statsOf(counts: readonly Count[], today: string): DashboardStats {
  const open = counts.filter(({ status }) => status !== "Done");
  const dueOn = (day: string) => sum(open.filter(({ due }) => due === day));
  const days = Array.from({ length: DEADLINE_DAYS }, (_none, days) => addDays(today, days));
  const total = sum(counts);
  return {
    total,
    overdue: dueOn(OVERDUE),
    byStatus: TASK_STATUSES.map((status) => ({
      status,
      count: sum(counts.filter((group) => group.status === status)),
    })),
    byPriority: (total > 0 ? TASK_PRIORITIES : []).map((priority) => ({
      priority,
      count: sum(counts.filter((group) => group.priority === priority)),
    })),
    deadlines: days.map((date) => ({ date, count: dueOn(date) })).filter(({ count }) => count > 0),
  };
}
