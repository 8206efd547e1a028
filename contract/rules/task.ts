import { boolean, object } from "yup";
import { isCalendarDay } from "../calendar.ts";
import {
  DEFAULT_PRIORITY,
  DEFAULT_STATUS,
  DESCRIPTION_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  SEARCH_MAX,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskPriority,
  type TaskStatus,
  TITLE_MAX,
  TITLE_MIN,
} from "../task.ts";
import {
  atLeast,
  atMost,
  emptyIsAbsent,
  idFilter,
  optionalId,
  text,
  trimmedText,
  wholeNumber,
} from "./common.ts";

const title = trimmedText("Title is required")
  .required("Title is required")
  .test(atLeast("Title", TITLE_MIN))
  .test(atMost("Title", TITLE_MAX));

const description = trimmedText("Description must be text").test(
  atMost("Description", DESCRIPTION_MAX),
);

const statusMessage = `Status must be one of ${TASK_STATUSES.join(", ")}`;
const status = text(statusMessage).oneOf<TaskStatus>(TASK_STATUSES, statusMessage);

const priorityMessage = `Priority must be one of ${TASK_PRIORITIES.join(", ")}`;
const priority = text(priorityMessage).oneOf<TaskPriority>(TASK_PRIORITIES, priorityMessage);

/**
 * Task form (§5).
 *
 * @param today the first day that is not past, as `yyyy-MM-dd`
 * @param keptDueDate the due date that the task has: it may stay, even when it is past by now
 */
export function taskRule(today: string, keptDueDate: string | null) {
  return object({
    title,
    description: description.default(""),
    status: status.default(DEFAULT_STATUS),
    priority: priority.required("Priority is required"),
    due_date: text("Due date must be a day, as yyyy-MM-dd")
      .transform((value: unknown) => (value === "" ? null : value))
      .nullable()
      .test(
        "calendar-day",
        "Due date must be a day, as yyyy-MM-dd",
        (day) => day == null || isCalendarDay(day),
      )
      .test(
        "not-past",
        "Due date cannot be in the past",
        (day) => day == null || day === keptDueDate || !isCalendarDay(day) || day >= today,
      ),
    assignee_id: optionalId("Assignee must be a user's id"),
    team_id: optionalId("Team must be a team's id"),
  });
}

/** What a new task starts with (§4); the assignee is the current user, whom only the caller knows. */
export const NEW_TASK = {
  title: "",
  description: "",
  status: DEFAULT_STATUS,
  priority: DEFAULT_PRIORITY,
  due_date: "",
} as const;

/** PATCH /api/kanban/{id}/status (§7). */
export const statusRule = object({ status: status.required("Status is required") });

/** A switch in a query: Yup on its own would take `1`, `TRUE` and the like as well. */
const FLAGS: Readonly<Record<string, boolean | undefined>> = {
  true: true,
  false: undefined,
  "": undefined,
};

function flag(message: string) {
  return boolean()
    .transform((_cast: unknown, original: unknown) =>
      typeof original === "string" && Object.hasOwn(FLAGS, original) ? FLAGS[original] : original,
    )
    .typeError(message)
    .nonNullable(message);
}

/** Query of GET /api/tasks/search (§7). An empty filter counts as none. */
export const taskQueryRule = object({
  page: wholeNumber("Page", 1_000_000_000).default(1),
  limit: wholeNumber("Limit", PAGE_SIZE_MAX).default(PAGE_SIZE),
  search: trimmedText("Search must be text")
    .test(atMost("Search", SEARCH_MAX))
    .transform(emptyIsAbsent),
  priority: priority.transform(emptyIsAbsent),
  status: status.transform(emptyIsAbsent),
  assignee: idFilter("Assignee must be a user's id"),
  overdue: flag("Overdue must be true or false"),
  due: text("Due must be a day, as yyyy-MM-dd")
    .transform(emptyIsAbsent)
    .test(
      "calendar-day",
      "Due must be a day, as yyyy-MM-dd",
      (day) => day === undefined || isCalendarDay(day),
    ),
  team: idFilter("Team must be a team's id"),
});
