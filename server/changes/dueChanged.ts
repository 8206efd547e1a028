import { addDays } from "#contract/calendar.ts";
import type { Task } from "#contract/shapes/task.ts";

/** The fields that decide whose inbox shows a task as due. */
export type DueTask = Pick<Task, "assignee_id" | "due_date" | "status">;

/** The user whose inbox may show the task as due; null if none does, in any time zone. */
function dueFor(task: DueTask | null, now: Date): string | null {
  if (!task || task.due_date === null || task.status === "Done") return null;
  const day = now.toISOString().slice(0, 10);
  return task.due_date <= addDays(day, 1) ? task.assignee_id : null;
}

/**
 * The users whose due tasks change between two states of a task. A state is null if the task doesn't
 * exist.
 */
export function dueChangedFor(before: DueTask | null, after: DueTask | null, now: Date): string[] {
  const [from, to] = [dueFor(before, now), dueFor(after, now)];
  if (from === to && before?.due_date === after?.due_date) return [];
  return [from, to].filter((id) => id !== null);
}
