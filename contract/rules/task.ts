import { type AnySchema, boolean, mixed, object } from "yup";
import { isCalendarDay } from "../calendar.ts";
import { isPast } from "../due.ts";
import { DUE_MAX, DUE_RANGES, isDue } from "../dueFilter.ts";
import { ID_MAX } from "../id.ts";
import { LABEL_MATCHES, LABELS_MAX, TASK_LABELS_MAX, TOO_MANY_LABELS } from "../label.ts";
import type { Task } from "../shapes/task.ts";
import {
  ASSIGNEES_MAX,
  DEFAULT_STATUS,
  DESCRIPTION_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  SEARCH_MAX,
  SORTS,
  TASK_PRIORITIES,
  TASK_STATUSES,
  TITLE_MAX,
  TITLE_MIN,
  valuesOf,
} from "../task.ts";
import type { TaskFieldName } from "../taskFields.ts";
import {
  anyField,
  atLeast,
  atMost,
  choice,
  emptyIsAbsent,
  emptyIsNull,
  flag,
  idFilter,
  ifPresent,
  isIdList,
  oneOf,
  optionalId,
  optionalText,
  requiredText,
  text,
  trimmedText,
  wholeNumber,
} from "./common.ts";
import { idList, setChange } from "./sets.ts";

const statusMessage = `Status must be one of ${TASK_STATUSES.join(", ")}`;
export const status = oneOf(TASK_STATUSES, statusMessage);

const priorityMessage = `Priority must be one of ${TASK_PRIORITIES.join(", ")}`;
const priority = oneOf(TASK_PRIORITIES, priorityMessage).transform(emptyIsAbsent);
const PRIORITY_REQUIRED = "Priority is required";
/** A change of the priority, which a task can't be without. */
export const newPriority = oneOf(TASK_PRIORITIES, priorityMessage)
  .transform(emptyIsNull)
  .nonNullable(PRIORITY_REQUIRED);

const dayMessage = (name: string) => `${name} must be a day, as yyyy-MM-dd`;
const day = (name: string) => text(dayMessage(name), { max: "yyyy-MM-dd".length });

const LABELS = "Labels must be a list of labels' ids";
/** All labels of a task. */
const labels = idList(LABELS, LABELS_MAX).test(
  "few",
  TOO_MANY_LABELS,
  ifPresent((ids: string[]) => ids.length <= TASK_LABELS_MAX),
);
/** A change of the labels of one or several tasks. */
export const labelChange = setChange(
  `${LABELS} to add and to remove: { add, remove }`,
  TASK_LABELS_MAX,
);

/** The saved values of a task. They are always accepted, even a past due date. */
type SavedTask = Pick<Task, "title" | "description" | "due_date">;

/** The fields whose rule is the same for a whole task, for a change of some fields and for many tasks. */
export const commonFields = (today: string, saved: SavedTask | null) => ({
  due_date: day("Due date")
    .transform(emptyIsNull)
    .nullable()
    .test("calendar-day", dayMessage("Due date"), ifPresent(isCalendarDay))
    .test(
      "not-past",
      "Due date cannot be in the past",
      (day) => day == null || day === saved?.due_date || !isCalendarDay(day) || !isPast(day, today),
    ),
  assignee_id: optionalId("Assignee must be a user's id"),
  team_id: optionalId("Team must be a team's id"),
});

const title = (saved: SavedTask | null) =>
  requiredText("Title is required", "Title", TITLE_MAX, saved?.title).test(
    atLeast("Title", TITLE_MIN),
  );

const description = (saved: SavedTask | null) =>
  optionalText("Description", DESCRIPTION_MAX, saved?.description);

/** A rule for each field of a task. */
type TaskRules = Readonly<Record<TaskFieldName, AnySchema>>;

/**
 * Task form (§5).
 *
 * @param today the first day that is not past, as `yyyy-MM-dd`
 * @param saved the saved task; null for a new one
 */
export function taskRule(today: string, saved: SavedTask | null) {
  return object({
    title: title(saved),
    description: description(saved),
    status: status.default(DEFAULT_STATUS),
    priority: priority.nonNullable(PRIORITY_REQUIRED).required(PRIORITY_REQUIRED),
    ...commonFields(today, saved),
    labels,
    version: mixed<number>()
      .transform((_cast: unknown, sent: unknown) => (Number.isSafeInteger(sent) ? sent : undefined))
      .meta({
        type: "integer",
        description:
          "The version that the client has read: `labels` counts as the difference to its labels.",
      }),
  } satisfies TaskRules & { version: AnySchema });
}

/** A change of at least one field of a task, by the rules of the form. */
export function taskPatchRule(today: string, saved: SavedTask | null) {
  return object({
    title: title(saved).optional(),
    description: description(saved).default(undefined).optional(),
    status,
    priority: newPriority,
    ...commonFields(today, saved),
    labels: labelChange,
  } satisfies TaskRules).test(anyField("Nothing to change"));
}

/** PATCH /api/kanban/{id}/status (§7). */
export const statusRule = object({
  status: status.required("Status is required"),
  undo: flag("Undo"),
});

/** The values of a boolean in a query. Yup's own `boolean()` would also accept `1` and `TRUE`. */
const FLAGS: Readonly<Record<string, boolean | undefined>> = {
  true: true,
  false: undefined,
  "": undefined,
};

/** "true" or "false" in a query. */
export function queryFlag(message: string) {
  return boolean()
    .transform((_cast: unknown, original: unknown) =>
      typeof original === "string" && Object.hasOwn(FLAGS, original) ? FLAGS[original] : original,
    )
    .typeError(message)
    .nonNullable(message);
}

/** A filter that accepts several of these words, comma-separated. */
const anyOf = (words: readonly string[], message: string) =>
  text(message, { max: words.join(",").length })
    .transform(emptyIsAbsent)
    .test(
      "words",
      message,
      (list) => list?.split(",").every((word) => words.includes(word)) ?? true,
    )
    .meta({ examples: [...words, words.slice(1).join(",")] });

const assigneeMessage = "Assignee must be a user's id";
const LABEL_FILTER = "Label must be labels' ids, comma-separated";
const dueMessage = `Due must be a day, as yyyy-MM-dd, a range of days, or ${DUE_RANGES.join(", ")}`;
const dueExamples = [...DUE_RANGES, "2026-03-01", "2026-03-01..2026-03-07", "2026-03-01.."];

/** Query of GET /api/tasks/search (§7). An empty filter counts as absent. */
export const taskQueryRule = object({
  page: wholeNumber("Page", 1_000_000_000).default(1),
  limit: wholeNumber("Limit", PAGE_SIZE_MAX).default(PAGE_SIZE),
  search: trimmedText("Search must be text", atMost("Search", SEARCH_MAX)).transform(emptyIsAbsent),
  priority: anyOf(TASK_PRIORITIES, priorityMessage),
  status: anyOf(TASK_STATUSES, statusMessage),
  assignee: trimmedText(assigneeMessage, { max: ASSIGNEES_MAX * (ID_MAX + 1) })
    .transform(emptyIsAbsent)
    .test(
      "ids",
      assigneeMessage,
      ifPresent((list: string) => valuesOf(list).length > 0 && isIdList(list, ASSIGNEES_MAX)),
    ),
  overdue: queryFlag("Overdue must be true or false"),
  due: text(dueMessage, { max: DUE_MAX })
    .transform(emptyIsAbsent)
    .test("due", dueMessage, ifPresent(isDue))
    .meta({ examples: dueExamples }),
  team: idFilter("Team must be a team's id"),
  label: trimmedText(LABEL_FILTER, { max: TASK_LABELS_MAX * (ID_MAX + 1) })
    .transform(emptyIsAbsent)
    .test(
      "ids",
      LABEL_FILTER,
      ifPresent((list: string) => valuesOf(list).length > 0 && isIdList(list, TASK_LABELS_MAX)),
    ),
  label_match: choice("Label match", LABEL_MATCHES),
  created_by: idFilter("Creator must be a user's id"),
  delegated: queryFlag("Delegated must be true or false"),
  sort: choice("Sort", SORTS),
});

/** Query of GET /api/tasks/export.csv: all pages of the search. */
export const taskExportRule = taskQueryRule.omit(["page", "limit"]);

const descriptionsMessage = "Descriptions must be none, or left out";

/** Query of GET /api/kanban/board and GET /api/tasks/overdue. */
export const descriptionsRule = object({
  descriptions: oneOf(["none"] as const, descriptionsMessage).transform(emptyIsAbsent),
});

/** Query of GET /api/kanban/changes. */
export const changesRule = object({
  since: text("Since must be an event's id", { max: ID_MAX }),
});
