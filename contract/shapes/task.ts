import { EXCERPT_MAX, FOUND_IN } from "../task.ts";
import {
  mapFields,
  SET_FIELDS,
  type SetFieldName,
  SUMMARY_FIELDS,
  type SummaryField,
  TASK_FIELDS,
  type TaskFieldName,
  type TaskFieldValues,
} from "../taskFields.ts";
import { errorFields } from "./errors.ts";
import { NamedRecord } from "./id.ts";
import {
  added,
  count,
  day,
  enumOf,
  id,
  instant,
  type LackableShape,
  listOf,
  named,
  nullable,
  object,
  onlyTrue,
  optional,
  positive,
  type Shape,
  type TypeOf,
  text,
} from "./shape.ts";

function shapeOf(name: TaskFieldName): Shape {
  const field = TASK_FIELDS[name];
  if (field.kind === "choice") return enumOf(field.choices);
  if (field.kind === "text") return text;
  if (field.kind === "set") return added(listOf(id));
  // A day is a calendar day, never an instant.
  return nullable(field.kind === "day" ? day : id);
}

export const taskSummaryFields = {
  id,
  ...(mapFields(SUMMARY_FIELDS, shapeOf) as {
    [Name in SummaryField]: Shape<TaskFieldValues[Name]>;
  }),
  ...(mapFields(SET_FIELDS, shapeOf) as { [Name in SetFieldName]: LackableShape<string[]> }),
  created_at: instant,
};
const taskFields = { ...taskSummaryFields, description: text };
const version = { ...positive, description: "Counts the task's writes." };

/** A task (§3). */
export const Task = named("Task", object(taskFields));
export type Task = TypeOf<typeof Task>;

/** A task on the board and the dashboard. */
export const TaskSummary = named("TaskSummary", object(taskSummaryFields));
export type TaskSummary = TypeOf<typeof TaskSummary>;

/** A task as it is after a change. */
export const SavedTask = named("SavedTask", object({ ...taskFields, version }));
export type SavedTask = TypeOf<typeof SavedTask>;

/** A task, with the names of its people and its team. */
export const TaskDetail = named(
  "TaskDetail",
  object({
    ...taskFields,
    version,
    updated_at: instant,
    created_by: nullable(id),
    created_by_name: nullable(text),
    assignee_name: nullable(text),
    team_name: nullable(text),
    files: { ...count, description: "The number of its files." },
  }),
);
export type TaskDetail = TypeOf<typeof TaskDetail>;

/** The response of POST, PUT and PATCH. */
export const SavedTaskResponse = object({ task: SavedTask });
export type SavedTaskResponse = TypeOf<typeof SavedTaskResponse>;

/** GET /api/tasks/{id} */
export const TaskDetailResponse = object({ task: TaskDetail });
export type TaskDetailResponse = TypeOf<typeof TaskDetailResponse>;

/** Both, from any server: what goes beyond §3 may be missing. */
export interface TaskResponse {
  task: Task;
}

/**
 * 412, beyond §7: the task has changed since the version in `If-Match`. `task` is its present state,
 * and `ETag` its present version. `changed_by` is the user of the last change; null if it is unknown.
 */
export const TaskConflictResponse = object({
  ...errorFields,
  task: TaskDetail,
  changed_by: nullable(NamedRecord),
});
export type TaskConflictResponse = TypeOf<typeof TaskConflictResponse>;

/** A task of the list, with fields beyond §7. */
export const ListedTask = named(
  "ListedTask",
  object({
    ...taskFields,
    updated_at: added(instant),
    found: optional({
      ...enumOf(FOUND_IN),
      description: "The text that completes the words of the search.",
    }),
    excerpt: optional({
      ...text,
      maxLength: EXCERPT_MAX,
      description: "A part of the comment, if `found` is comment.",
    }),
  }),
);
export type ListedTask = TypeOf<typeof ListedTask>;

/** The place of a page in the whole list (§3). `page` counts from 1. `atLeast` goes beyond §3. */
export const Pagination = named(
  "Pagination",
  object({
    page: count,
    limit: count,
    total: count,
    totalPages: count,
    atLeast: optional({
      ...onlyTrue,
      description:
        "More tasks match than `total`: more than 10,000, or more than the server had time to count.",
    }),
  }),
);
export type Pagination = TypeOf<typeof Pagination>;

/** GET /api/tasks/search */
export const TaskPageResponse = named(
  "TaskPage",
  object({ tasks: listOf(ListedTask), pagination: Pagination }),
);
export type TaskPageResponse = TypeOf<typeof TaskPageResponse>;
