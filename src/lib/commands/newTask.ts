import type { TaskPriority, TaskStatus } from "#contract/task.ts";
import { runCommand } from "./useCommand.ts";

/** The initial values of a new task. */
export interface NewTaskStart {
  title: string;
  status: TaskStatus;
  assignee_id?: string;
  due_date?: string;
  priority?: TaskPriority;
  /** Whether the title means nothing else: the user has said so. */
  isPlain?: boolean;
}

let start: NewTaskStart | undefined;

/** Opens the form of a new task with these values, on any screen. */
export function openNewTask(values: NewTaskStart): void {
  start = values;
  runCommand("newTask");
  start = undefined;
}

/** The values of the form that is being opened; undefined for an empty form. */
export const newTaskStart = (): NewTaskStart | undefined => start;
