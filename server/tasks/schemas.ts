import {
  day,
  enumOf,
  id,
  instant,
  named,
  nullable,
  type Schema,
  shape,
  text,
} from "#contract/shapes/shape.ts";
import {
  EXCERPT_MAX,
  FOUND_IN,
  type ListedTask,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type Task,
  type TaskSummary,
} from "#contract/task.ts";
import type { SavedTask, TaskDetail } from "./queries.ts";

export const taskStatus: Schema = enumOf(TASK_STATUSES);
export const taskPriority: Schema = enumOf(TASK_PRIORITIES);
const version: Schema = {
  type: "integer",
  minimum: 1,
  description: "Counts the task's writes.",
};

export const summary: { [Name in keyof TaskSummary]: Schema } = {
  id,
  title: text,
  status: taskStatus,
  priority: taskPriority,
  due_date: nullable(day),
  assignee_id: nullable(id),
  team_id: nullable(id),
  created_at: instant,
};
const task: { [Name in keyof Task]: Schema } = { ...summary, description: text };

export const TASK = named("Task", shape<Task>(task));
const found: Schema = {
  type: "string",
  enum: FOUND_IN,
  description: "The text that completes the words of the search.",
};
const excerpt: Schema = {
  type: "string",
  maxLength: EXCERPT_MAX,
  description: "A part of the comment, if `found` is comment.",
};
export const LISTED_TASK = named(
  "ListedTask",
  shape<ListedTask>({ ...task, updated_at: instant, found, excerpt }, ["found", "excerpt"]),
);
export const TASK_SUMMARY = named("TaskSummary", shape<TaskSummary>(summary));
export const SAVED_TASK = named("SavedTask", shape<SavedTask>({ ...task, version }));
export const TASK_DETAIL = named(
  "TaskDetail",
  shape<TaskDetail>({
    ...task,
    version,
    updated_at: instant,
    created_by: nullable(id),
    created_by_name: nullable(text),
    assignee_name: nullable(text),
    team_name: nullable(text),
  }),
);
