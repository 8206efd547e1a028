import type { Insertable } from "kysely";
import { addDays } from "#contract/calendar.ts";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import type { ChangesTable } from "#server/db/schema/changes.ts";
import { type demoTasks, idOf, toInstant, USER_NAMES } from "./rows.ts";

type Row = Insertable<ChangesTable>;
type Demo = Pick<ReturnType<typeof demoTasks>, "tasks" | "comments">;

/** Every third task was postponed, and every fourth urgent one became urgent. */
const POSTPONED_EACH = 3;
const URGENT_EACH = 4;

const between = (start: string, end: string, part: number) => {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  return toInstant(from + (to - from) * part);
};

type Change = Pick<Row, "kind" | "at" | "actor_id"> & { fields?: FieldChange[]; comment?: string };

const rowOf = (
  task: Demo["tasks"][number],
  { kind, at, actor_id, fields = [], comment }: Change,
): Row => ({
  id: idOf("change", `${kind} ${fields[0]?.field} ${comment ?? task.id}`),
  at,
  actor_id,
  actor_name: USER_NAMES.get(actor_id) ?? "",
  kind,
  subject_kind: "task",
  subject_id: task.id,
  subject_name: task.title,
  team_id: null,
  details: JSON.stringify(comment === undefined ? {} : { comment }),
  fields: JSON.stringify(fields),
  audited: 0,
});

/** What happened to a task before it became what it is now. */
function changesOf(task: Demo["tasks"][number], index: number, now: string): Change[] {
  const { created_at, status_changed_at, status, priority } = task;
  const created_by = task.created_by ?? "";
  const actor_id = task.assignee_id ?? created_by;
  const change = (at: string, field: FieldChange): Change => ({
    kind: "task.changed",
    at,
    actor_id,
    fields: [field],
  });
  const changes: Change[] = [{ kind: "task.created", at: created_at, actor_id: created_by }];
  if (status !== "Todo")
    changes.push(change(status_changed_at, { field: "status", from: "Todo", to: status }));
  if (task.due_date && index % POSTPONED_EACH === 0) {
    const from = addDays(task.due_date, -3);
    const at = between(created_at, now, 0.7);
    changes.push(change(at, { field: "due_date", from, to: task.due_date }));
  }
  if (priority === "High" && index % URGENT_EACH === 0) {
    const at = between(created_at, now, 0.95);
    changes.push(change(at, { field: "priority", from: "Medium", to: "High" }));
  }
  return changes;
}

/** The record of the demo's tasks and comments. */
export function demoTaskChanges(now: Date, { tasks, comments }: Demo): Row[] {
  const ofTasks = tasks.flatMap((task, index) =>
    changesOf(task, index, toInstant(now.getTime())).map((change) => rowOf(task, change)),
  );
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const ofComments = comments.flatMap(({ id, task_id, user_id, created_at }) => {
    const task = byId.get(task_id);
    if (!task) return [];
    const actor_id = user_id ?? "";
    return [rowOf(task, { kind: "comment.created", at: created_at, actor_id, comment: id })];
  });
  return [...ofTasks, ...ofComments];
}
