import type { Kysely } from "kysely";
import type { Task } from "#contract/shapes/task.ts";
import { type Sort, type SortKey, TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";
import { TASK_COLUMNS } from "#server/db/taskColumns.ts";
import { withLabels } from "#server/db/taskLabels.ts";
import { searchTerms } from "#server/db/text/searchText.ts";
import type { TaskSearch } from "#server/search/filters.ts";
import type { RunLongRead } from "#server/search/longReads.ts";

/* What lists, searches and the dashboard should return, computed from all rows. */

export const TODAY = "2026-03-15";
/** The names of the users by their ids, not in the order of the ids. Two are the same but for their case. */
export const NAMES: Readonly<Record<string, string>> = { ann: "Zoe", bob: "élan", cy: "zoe" };

const allTasks = async (db: Kysely<Database>) =>
  (
    await db
      .selectFrom("tasks")
      .select([...TASK_COLUMNS, "search_text", "updated_at", "created_by"])
      .execute()
  ).map(withLabels);

const RANGES: Readonly<Record<string, [from: string, to: string]>> = {
  today: [TODAY, TODAY],
  week: ["2026-03-09", "2026-03-15"],
  "next-week": ["2026-03-16", "2026-03-22"],
  "2026-03-02..": ["2026-03-02", "9999"],
};

function isDueIn({ due_date }: Task, due: string): boolean {
  if (due === "none") return due_date === null;
  const [from, to] = RANGES[due] ?? [due, due];
  return due_date !== null && due_date >= from && due_date <= to;
}

const isAmong = (value: string | null, filter: string | undefined) =>
  filter === undefined || filter.split(",").includes(value ?? "none");

const NAMES_OF_MATCH = { any: "some", all: "every", none: "some" } as const;

function hasLabels(
  { labels }: { labels: string[] },
  { label, label_match = "any" }: Pick<TaskSearch, "label" | "label_match">,
) {
  if (label === undefined) return true;
  const has = (id: string) => (id === "none" ? labels.length === 0 : labels.includes(id));
  return label.split(",")[NAMES_OF_MATCH[label_match]](has) !== (label_match === "none");
}

type Row = Awaited<ReturnType<typeof allTasks>>[number];

/** A text as the databases compare it: by its bytes, with A to Z as a to z. */
const sortText = (text: string) =>
  Buffer.from(text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())).toString("hex");

/** The text by which tasks are sorted; null comes last. */
const SORT_TEXTS: Readonly<Record<SortKey, (task: Row) => string | null>> = {
  created: (task) => task.created_at,
  changed: (task) => task.updated_at,
  due: (task) => task.due_date,
  priority: (task) => String(TASK_PRIORITIES.indexOf(task.priority)),
  title: (task) => sortText(task.title),
  assignee: ({ assignee_id: id }) => id && `${sortText(NAMES[id] ?? "")} ${id}`,
  // The model's tasks have none.
  label: () => null,
};

const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
const newestFirst = (a: Row, b: Row) =>
  compareTexts(b.created_at, a.created_at) || compareTexts(a.id, b.id);

function sorted(tasks: Row[], sort: Sort): Row[] {
  const sign = sort.startsWith("-") ? -1 : 1;
  const key = sort.replace("-", "") as SortKey;
  return tasks.toSorted((a, b) => {
    const [one, other] = [SORT_TEXTS[key](a), SORT_TEXTS[key](b)];
    if (one === null || other === null) {
      return one === other ? newestFirst(a, b) : one === null ? 1 : -1;
    }
    const order = sign * compareTexts(one, other);
    if (order !== 0) return order;
    if (key === "priority" || key === "assignee") return newestFirst(a, b);
    if (key === "created") return -sign * compareTexts(a.id, b.id);
    return sign * compareTexts(a.id, b.id);
  });
}

/** The expected response of the list, by a scan of all tasks. */
export async function scanTasks(
  db: Kysely<Database>,
  { page, limit, sort = "-created", ...query }: TaskSearch,
) {
  const isOpen = ({ status }: { status: string }) => status !== "Done";
  const comments = await db.selectFrom("comments").selectAll().execute();
  const textsOf = (task: Row) => [
    task.search_text,
    ...comments.filter(({ task_id }) => task_id === task.id).map(({ search_text }) => search_text),
  ];
  const terms = query.search === undefined ? [] : searchTerms(query.search);
  const matching = (await allTasks(db))
    .filter((task) => terms.every((term) => textsOf(task).some((text) => text.includes(term))))
    .filter(({ status }) => isAmong(status, query.status))
    .filter(({ priority }) => isAmong(priority, query.priority))
    .filter(({ assignee_id }) => isAmong(assignee_id, query.assignee))
    .filter(({ team_id }) => isAmong(team_id, query.team))
    .filter(({ created_by }) => isAmong(created_by, query.created_by))
    .filter(
      ({ created_by, assignee_id }) =>
        !query.delegated || (created_by && assignee_id && created_by !== assignee_id),
    )
    .filter((task) => !query.overdue || (isOpen(task) && (task.due_date ?? TODAY) < TODAY))
    .filter((task) => !query.due || (isOpen(task) && isDueIn(task, query.due)));
  const found = sorted(
    matching.filter((task) => hasLabels(task, query)),
    sort,
  ).map(({ search_text: _text, created_by: _creator, ...task }) => task);
  return { found, tasks: found.slice((page - 1) * limit, page * limit) };
}

/** Counts the tasks one by one, as the dashboard's figures should be. */
export async function countTasks(db: Kysely<Database>) {
  const tasks = await allTasks(db);
  const open = tasks.filter(({ status }) => status !== "Done");
  const counts = <Key extends "status" | "priority">(key: Key, values: readonly Row[Key][]) =>
    values.map((value) => ({
      [key]: value,
      count: tasks.filter((task) => task[key] === value).length,
    }));
  return {
    total: tasks.length,
    overdue: open.filter(({ due_date }) => due_date !== null && due_date < TODAY).length,
    byStatus: counts("status", TASK_STATUSES),
    byPriority: tasks.length > 0 ? counts("priority", TASK_PRIORITIES) : [],
    deadlines: [TODAY, "2026-03-20"]
      .map((date) => ({ date, count: open.filter(({ due_date }) => due_date === date).length }))
      .filter(({ count }) => count > 0),
  };
}

/** Runs long reads without waiting. */
export const atOnce: RunLongRead = async (_userId, read) => await read();
