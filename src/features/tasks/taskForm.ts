import { NEW_TASK, type Task, type TaskInput } from "#contract/task.ts";

/** The values of the form's controls. "" means that nothing is selected. */
export interface TaskFormValues {
  title: string;
  description: string;
  status: Task["status"];
  priority: Task["priority"];
  due_date: string;
  assignee_id: string;
  team_id: string;
}

/** The form's initial values: the task's, or those of a new task for the current user (§4). */
export function startValues(task: Task | undefined, userId: string | undefined): TaskFormValues {
  if (!task) return { ...NEW_TASK, assignee_id: userId ?? "", team_id: "" };
  const { title, description, status, priority, due_date, assignee_id, team_id } = task;
  return {
    title,
    description,
    status,
    priority,
    due_date: due_date ?? "",
    assignee_id: assignee_id ?? "",
    team_id: team_id ?? "",
  };
}

/**
 * The body to send (§6, §7). Null means no assignee and, in an edit, no due date or team. Only admins
 * send the team.
 */
export function toTaskInput(
  values: TaskFormValues,
  { mode, isAdmin }: { mode: "create" | "edit"; isAdmin: boolean },
): TaskInput {
  const { status, priority, due_date, assignee_id, team_id } = values;
  const clears = mode === "edit";
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    status,
    priority,
    ...((due_date || clears) && { due_date: due_date || null }),
    assignee_id: assignee_id || null,
    ...(isAdmin && (team_id || clears) && { team_id: team_id || null }),
  };
}
