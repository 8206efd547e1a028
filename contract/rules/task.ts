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
  type Task,
  TITLE_MAX,
  TITLE_MIN,
} from "../task.ts";
import {
  atLeast,
  atMost,
  emptyIsAbsent,
  idFilter,
  oneOf,
  optionalId,
  optionalText,
  text,
  trimmedText,
  wholeNumber,
  writtenText,
} from "./common.ts";

const statusMessage = `Status must be one of ${TASK_STATUSES.join(", ")}`;
const status = oneOf(TASK_STATUSES, statusMessage);

const priorityMessage = `Priority must be one of ${TASK_PRIORITIES.join(", ")}`;
const priority = oneOf(TASK_PRIORITIES, priorityMessage).transform(emptyIsAbsent);

const dayMessage = (name: string) => `${name} must be a day, as yyyy-MM-dd`;
const day = (name: string) => text(dayMessage(name), { max: "yyyy-MM-dd".length });

/** What a task has already. It may stay: a past due date, and what older versions let through. */
export type SavedTask = Pick<Task, "title" | "description" | "due_date">;

/**
 * Task form (§5).
 *
 * @param today the first day that is not past, as `yyyy-MM-dd`
 * @param kept the task as it is; null for a new one
 */
export function taskRule(today: string, kept: SavedTask | null) {
  return object({
    title: writtenText("Title is required", "Title", TITLE_MAX, kept?.title)
      .required("Title is required")
      .test(atLeast("Title", TITLE_MIN)),
    description: optionalText("Description", DESCRIPTION_MAX, kept?.description),
    status: status.default(DEFAULT_STATUS),
    priority: priority.nonNullable("Priority is required").required("Priority is required"),
    due_date: day("Due date")
      .transform((value: unknown) => (value === "" ? null : value))
      .nullable()
      .test("calendar-day", dayMessage("Due date"), (day) => day == null || isCalendarDay(day))
      .test(
        "not-past",
        "Due date cannot be in the past",
        (day) => day == null || day === kept?.due_date || !isCalendarDay(day) || day >= today,
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
  search: trimmedText("Search must be text", atMost("Search", SEARCH_MAX)).transform(emptyIsAbsent),
  priority,
  status: status.transform(emptyIsAbsent),
  assignee: idFilter("Assignee must be a user's id"),
  overdue: flag("Overdue must be true or false"),
  due: day("Due")
    .transform(emptyIsAbsent)
    .test("calendar-day", dayMessage("Due"), (day) => day === undefined || isCalendarDay(day)),
  team: idFilter("Team must be a team's id"),
});

const descriptionsMessage = "Descriptions must be none, or left out";

/** Query of GET /api/kanban/board and GET /api/tasks/overdue: whether tasks come without descriptions. */
export const descriptionsRule = object({
  descriptions: oneOf(["none"] as const, descriptionsMessage).transform(emptyIsAbsent),
});
