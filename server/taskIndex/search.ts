import type { Task } from "#contract/task.ts";
import { textsIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { searchText, type TaskSearch } from "#server/tasks/filters.ts";
import { searchTasks, TASK_COLUMNS } from "#server/tasks/queries.ts";
import type { Kysely } from "kysely";
import type { TaskColumns, Window } from "./taskColumns.ts";
import { isEmpty, type TaskFilter } from "./taskFilter.ts";
import type { TaskIndex } from "./taskIndex.ts";
import { type TextScan, withText } from "./textScans.ts";

/** So many tasks can be asked for their text one by one, and so many of them at least at once. */
const FEW = 5_000;
const AT_ONCE = 200;
/** Texts in no more tasks than this are left to the database's index. */
const RARE = 10_000;
/** In more than this, the newest tasks are looked at first, if these are enough to find a page. */
const SCARCE = 2_500;
const NEAR = 20_000;

/** A page of the list; `atLeast` when there are more than `total`, and they are still counted. */
export interface Found {
  tasks: Task[];
  total: number;
  atLeast?: true;
}

interface Place {
  ids: string[];
  total: number;
  atLeast?: true;
}

const BOUNDS = { few: FEW, rare: RARE, scarce: SCARCE, near: NEAR };

type Bounds = typeof BOUNDS;

/**
 * One page of the tasks that match, newest first, and how many match in all. Only for a text that is
 * in very many tasks, or is one or two letters long, the first answers may say that there are at
 * least so many: the others are counted meanwhile.
 */
export async function findTasks(
  db: Kysely<Database>,
  index: TaskIndex,
  query: TaskSearch,
  today: string,
  bounds: Partial<Bounds> = {},
): Promise<Found> {
  // For a text the database would look at every task, and with SQLite keep everybody waiting.
  const columns = query.search ? await index.readInTime() : await index.read();
  const found =
    columns && (await place(db, index, columns, query, today, { ...BOUNDS, ...bounds }));
  // Also when the tasks have to be read anew meanwhile.
  if (!found) return await searchTasks(db, query, today);
  const { ids, ...rest } = found;
  return { tasks: await tasksOf(db, ids), ...rest };
}

async function place(
  db: Kysely<Database>,
  index: TaskIndex,
  columns: TaskColumns,
  query: TaskSearch,
  today: string,
  { few, rare, scarce, near }: Bounds,
): Promise<Place | undefined> {
  const filter = filterOf(query, today);
  const window = { offset: (query.page - 1) * query.limit, limit: query.limit };
  if (!query.search) return columns.find(filter, window);
  const text = searchText(query.search).toWellFormed();

  const counted = index.isCounted(text);
  const guess = index.estimate(text);
  const depth = guess > scarce ? (end(window) / guess) * columns.size : Number.POSITIVE_INFINITY;
  if (!counted && isEmpty(filter) && depth <= near) {
    const found = await scanned(index, columns, filter, window, index.scan(text), 2 * near);
    if (found) return found;
  }
  if (!counted && guess <= rare) {
    const ids = await index.findTexts(text, rare + 1);
    if (ids && ids.length <= rare) return columns.among(ids, filter, window);
  }
  if (!counted && !isEmpty(filter)) {
    const found = await newestWithText(db, columns, filter, window, text, few);
    if (found?.atLeast) index.finish(index.scan(text));
    if (found) return found;
  }
  if (!counted && depth > near) {
    await index.lookUp(index.scan(text));
    if ((await index.read()) !== columns) return undefined;
  }
  return await scanned(index, columns, filter, window, index.scan(text));
}

const end = ({ offset, limit }: Window) => offset + limit;

/**
 * Asks the newest tasks that pass the filter for their text, until the page is full or there are no
 * more of them. Undefined when that isn't so after `few`.
 */
async function newestWithText(
  db: Kysely<Database>,
  columns: TaskColumns,
  filter: TaskFilter,
  window: Window,
  text: string,
  few: number,
): Promise<Place | undefined> {
  const candidates = columns.newest(filter, few + 1);
  const all = candidates.length <= few;
  const found: string[] = [];
  // As many again each time: of those that are asked, at least half were needed.
  for (let first = 0, next = AT_ONCE; first < candidates.length; next = 2 * first) {
    found.push(...(await withText(db, candidates.slice(first, next), text)));
    if (!all && found.length >= end(window)) break;
    first = next;
  }
  const place = columns.among(found, filter, window);
  if (all) return place;
  return place.ids.length === window.limit ? { ...place, atLeast: true } : undefined;
}

/**
 * Looks through the tasks until the page is full; the rest is looked through afterwards. Undefined
 * when it isn't full after `most` of them, or when the tasks had to be read anew.
 */
async function scanned(
  index: TaskIndex,
  columns: TaskColumns,
  filter: TaskFilter,
  window: Window,
  scan: TextScan,
  most = Number.POSITIVE_INFINITY,
): Promise<Place | undefined> {
  for (let steps = 1; ; steps = Math.ceil(1.3 * steps)) {
    const from = scan.complete ? 0 : columns.placeOf(scan.until);
    const found = columns.find(filter, { ...window, marks: scan.marks, from });
    if (scan.complete) return found;
    if (found.ids.length === window.limit) {
      index.finish(scan);
      return { ...found, atLeast: true };
    }
    if (columns.length - from >= most) return undefined;
    for (let step = 0; step < steps; step += 1) {
      if (!(await index.lookFurther(scan))) return undefined;
    }
    if ((await index.read()) !== columns) return undefined;
  }
}

function filterOf(query: TaskSearch, today: string): TaskFilter {
  const { status, priority, assignee, team, due, overdue } = query;
  return { status, priority, assignee, team, due, overdueOn: overdue ? today : undefined };
}

/** Tasks by their ids, in that order. */
export async function tasksOf(db: Kysely<Database>, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("tasks")
    .select(TASK_COLUMNS)
    .where("id", "in", textsIn(db, ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
