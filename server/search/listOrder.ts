import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { isCalendarDay } from "#contract/calendar.ts";
import {
  DEFAULT_SORT,
  NOBODY,
  type Sort,
  type SortKey,
  TASK_PRIORITIES,
  valuesOf,
} from "#contract/task.ts";
import {
  type Condition,
  dueDates,
  isOnlyOpen,
  isOpen,
  type TaskFilters,
  type Tasks,
  tasksOf,
  withoutIndex,
} from "./filters.ts";

/** A list of tasks without a text to search for. */
export interface TaskList {
  filters: TaskFilters;
  sort: Sort;
  /** The user's current day. */
  today: string;
}

/** A column that tasks are sorted by, which is never null. */
interface Key {
  column: RawBuilder<string>;
  descending: boolean;
}

/**
 * A part of the list whose order an index has. Each task is in one part; the parts follow each other,
 * for example the tasks with a due date and those without.
 */
export interface Part {
  condition: Condition;
  /** The last one is unique. */
  keys: readonly Key[];
}

const ascending = (column: RawBuilder<string>): Key => ({ column, descending: false });
const descending = (column: RawBuilder<string>): Key => ({ column, descending: true });

const ID = ascending(sql`id`);
const NEWEST_FIRST = [descending(sql`created_at`), ID];
export const ALL: Condition = (eb) => eb.lit(true);

/** The parts of an order, without those that the filters exclude. */
const PARTS: Readonly<
  Record<Exclude<SortKey, "priority" | "assignee" | "label">, (list: TaskList) => Part[]>
> = {
  created: () => [{ condition: ALL, keys: [ascending(sql`created_at`), descending(sql`id`)] }],
  changed: () => [{ condition: ALL, keys: [ascending(sql`updated_at`), ID] }],
  title: () => [{ condition: ALL, keys: [ascending(sql`lower(title)`), ID] }],
  due: (list) => [
    ...(list.filters.due === "none" ? [] : [dated(list)]),
    ...(list.filters.overdue || (list.filters.due ?? "none") !== "none"
      ? []
      : [without("due_date")]),
  ],
};

/** The tasks that lack a value, newest first. They come last, in both directions. */
const without = (column: "assignee_id" | "due_date"): Part => ({
  condition: (eb) => eb(column, "is", null),
  keys: NEWEST_FIRST,
});

/** The tasks with a due date. Open ones have an index of their own. */
const dated = ({ filters, today }: TaskList): Part => ({
  condition: (eb) => {
    const all: Expression<SqlBool>[] = [eb("due_date", "is not", null)];
    if (isOnlyOpen(filters)) all.push(isOpen(eb));
    return eb.and([...all, ...dueDates(eb, filters, today)]);
  },
  keys: [ascending(isOnlyOpen(filters) ? sql`due_date` : sql`coalesce(due_date, '')`), ID],
});

/** The tasks of each priority, newest first. */
function byPriority(
  { filters }: TaskList,
  priorities: readonly string[],
  byIndex: boolean,
): Part[] {
  const chosen = valuesOf(filters.priority ?? priorities.join());
  const column = byIndex ? sql<string>`priority` : withoutIndex("priority");
  return priorities
    .filter((priority) => chosen.includes(priority))
    .map((priority) => ({ condition: (eb) => eb(column, "=", priority), keys: NEWEST_FIRST }));
}

/** The assignee's name as the list of users sorts it: A to Z count as a to z. */
const ASSIGNEE_NAME = sql<string>`
  (select lower(users.name) from users where users.id = tasks.assignee_id)
`;

/** People in the order of their names, and the tasks of each, newest first. */
export const byName = (condition: Condition, isDescending: boolean): Part => {
  const key = isDescending ? descending : ascending;
  return { condition, keys: [key(ASSIGNEE_NAME), key(sql`assignee_id`), ...NEWEST_FIRST] };
};

/** The tasks of one assignee, newest first. An index has this order. */
export const ofAssignee = (id: string): Part => ({
  condition: (eb) => eb("assignee_id", "=", id),
  keys: NEWEST_FIRST,
});

/** The tasks that nobody is assigned to, unless the filters exclude them. They come last. */
export const unassigned = ({ filters: { assignee } }: TaskList): Part[] =>
  assignee === undefined || valuesOf(assignee).includes(NOBODY) ? [without("assignee_id")] : [];

/** A column of a task's first label in the order of the list; null without labels. */
const firstLabel = (column: "id" | "search_text", isDescending: boolean) => sql<string>`(
  select root.${sql.ref(column)} from task_labels
  join labels on labels.id = task_labels.label_id
  join labels as root on root.id = labels.root_id
  where task_labels.task_id = tasks.id
  order by root.search_text ${direction(isDescending)}, root.id ${direction(isDescending)} limit 1
)`;
const direction = (isDescending: boolean) => sql.raw(isDescending ? "desc" : "asc");

/** Labels in the order of their names, and the tasks of which each is the first one, newest first. */
export const byLabel = (condition: Condition, isDescending: boolean): Part => {
  const key = isDescending ? descending : ascending;
  return {
    condition: (eb) => eb.and([condition(eb), eb(firstLabel("id", isDescending), "is not", null)]),
    keys: [
      key(firstLabel("search_text", isDescending)),
      key(firstLabel("id", isDescending)),
      ...NEWEST_FIRST,
    ],
  };
};

/** Whether a task's first label is one of these. The database reads the tasks of these labels. */
export const isFirstOf = (eb: Tasks, ids: readonly string[], isDescending: boolean) =>
  eb.and([eb("tasks.id", "in", tasksOf(eb, ids)), eb(firstLabel("id", isDescending), "in", ids)]);

/**
 * The tasks of which a label is the first one, newest first. If it has many, an index of that order is read, and the
 * first label of each task is compared.
 */
export const ofLabel = (id: string, hasMany: boolean, isDescending: boolean): Part => ({
  condition: (eb) =>
    hasMany ? eb(firstLabel("id", isDescending), "=", id) : isFirstOf(eb, [id], isDescending),
  keys: NEWEST_FIRST,
});

/** The tasks without labels, unless the filters exclude them. They come last. */
export const unlabelled = ({ filters: { label, label_match } }: TaskList): Part[] =>
  label === undefined || label_match === "none" || valuesOf(label).includes(NOBODY)
    ? [{ condition: (eb) => eb(firstLabel("id", false), "is", null), keys: NEWEST_FIRST }]
    : [];

const reversed = (part: Part): Part =>
  part.keys === NEWEST_FIRST
    ? part
    : {
        ...part,
        keys: part.keys.map(({ column, descending }) => ({ column, descending: !descending })),
      };

/**
 * The parts of a list in its order.
 *
 * @param byIndex whether the database may find the tasks of a part by an index
 */
export function partsOf(list: TaskList, byIndex: boolean): Part[] {
  const isDescending = list.sort.startsWith("-");
  const key = list.sort.replace("-", "") as SortKey;
  if (key === "priority") {
    const priorities = isDescending ? TASK_PRIORITIES.toReversed() : TASK_PRIORITIES;
    return byPriority(list, priorities, byIndex);
  }
  if (key === "assignee") {
    const isAssigned: Condition = (eb) => eb("assignee_id", "is not", null);
    return [byName(isAssigned, isDescending), ...unassigned(list)];
  }
  if (key === "label") return [byLabel(ALL, isDescending), ...unlabelled(list)];
  const parts = PARTS[key](list);
  return isDescending ? parts.map(reversed) : parts;
}

/** Whether one index has exactly the tasks of the list, in its order. */
export function hasIndex({ filters, sort }: TaskList): boolean {
  const { status = "", priority = "", assignee = "", due, created_by, delegated } = filters;
  const isDay = due === undefined || isCalendarDay(due);
  const areSingle = [status, priority, assignee].every((list) => !list.includes(","));
  const isOfAnyone = created_by === undefined && !delegated && filters.label === undefined;
  return isDay && areSingle && isOfAnyone && (sort === DEFAULT_SORT || sort === "created");
}

/** The values of a task's keys, by the names that {@link positionOf} gives them. */
export type Position = Readonly<Record<`k${number}`, string>>;

/** The columns of a position: `k0`, `k1`, … */
export const positionOf = ({ keys }: Part) =>
  keys.map(({ column }, index) => column.as(`k${index}`));

/** Whether a task comes after a position. */
export const isAfter = ({ keys }: Part, position: Position) =>
  keys.reduceRight((rest, { column, descending }, index) => {
    const sign = sql.raw(descending ? "<" : ">");
    const value = position[`k${index}`];
    // Only the first comparison limits the range of the index that is read.
    return sql<SqlBool>`(${column} ${sign}= ${value} and (${column} ${sign} ${value} or ${rest}))`;
  }, sql<SqlBool>`1 = 0`);

/** The order of a part, for an index. */
export const orderOf = ({ keys }: Part) =>
  sql.join(
    keys.map(({ column, descending }) => sql`${column} ${sql.raw(descending ? "desc" : "asc")}`),
  );

/** The order of a part, written so that the database doesn't choose the index of that order. */
export const orderWithoutIndex = ({ keys }: Part) =>
  sql.join(
    keys.map(
      ({ column, descending }) => sql`${column} || '' ${sql.raw(descending ? "desc" : "asc")}`,
    ),
  );
