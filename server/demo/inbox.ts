import type { Insertable } from "kysely";
import { DAY_MS } from "#contract/time.ts";
import type { NotificationsTable } from "#server/db/schema/changes.ts";
import { type demoTasks, idOf, toInstant, USER_NAMES } from "./rows.ts";

type Row = Insertable<NotificationsTable>;

/** Notifications of the last two weeks show, and those of the last six days are unread. */
const SHOWN_DAYS = 14;
const UNREAD_DAYS = 6;

/** What others did to the tasks of each user: assignments and comments. */
export function demoNotifications(
  now: Date,
  { tasks, comments }: Pick<ReturnType<typeof demoTasks>, "tasks" | "comments">,
): Row[] {
  const daysAgo = (days: number) => toInstant(now.getTime() - days * DAY_MS);
  const rowOf = (
    to: string | null | undefined,
    row: Pick<Row, "kind" | "task_id" | "comment_id" | "created_at"> & { by: string | null },
  ): Row[] => {
    const { by, ...columns } = row;
    if (!to || !by || to === by || row.created_at < daysAgo(SHOWN_DAYS)) return [];
    return [
      {
        ...columns,
        user_id: to,
        id: idOf("notification", `${row.kind} ${row.comment_id ?? row.task_id}`),
        actor_id: by,
        actor_name: USER_NAMES.get(by) ?? "",
        read_at: row.created_at < daysAgo(UNREAD_DAYS) ? toInstant(now.getTime()) : null,
        handed_over: null,
      },
    ];
  };
  const assigned = tasks.flatMap(({ id, assignee_id, created_by, created_at }) =>
    rowOf(assignee_id, {
      kind: "assigned",
      task_id: id,
      comment_id: null,
      created_at,
      by: created_by ?? null,
    }),
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const commented = comments.flatMap(({ id, task_id, user_id, created_at }) =>
    rowOf(byId.get(task_id)?.assignee_id, {
      kind: "commented",
      task_id,
      comment_id: id,
      created_at,
      by: user_id ?? null,
    }),
  );
  return [...assigned, ...commented];
}
