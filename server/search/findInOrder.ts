import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { valuesOf } from "#contract/task.ts";
import { onPostgres, valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { type Condition, matches, matchesInOrder } from "./filters.ts";
import {
  ALL,
  byLabel,
  byName,
  hasIndex,
  isAfter,
  isFirstOf,
  ofAssignee,
  ofLabel,
  orderOf,
  type Part,
  type Position,
  partsOf,
  positionOf,
  type TaskList,
  unassigned,
  unlabelled,
} from "./listOrder.ts";
import { counted, type FoundIds, type MatchCount, type PageWindow } from "./listTasks.ts";
import { containsAll, hasKey, keyColumn } from "./lookUpTasks.ts";
import { ONE_STATEMENT, type SearchBudget, StepSize } from "./searchBudget.ts";

/**
 * The number of rows per step. On SQLite a step blocks other requests, so it must be short even if
 * each row has 10,000 letters.
 */
const rowSteps = (db: Kysely<Database>) =>
  onPostgres(db) ? new StepSize(2_000, 20_000) : new StepSize(50, 400);

/**
 * Reads the next tasks of a part after a position: the ids of those that match, and the last
 * position. An index has all that the first query needs, so that the second one reads only tasks
 * which meet the part's condition.
 */
async function readStep(
  db: Kysely<Database>,
  part: Part,
  last: Position | undefined,
  rest: Condition,
  size: number,
): Promise<{ found: string[]; end: Position | undefined }> {
  const rows = await db
    .selectFrom("tasks")
    .where(part.condition)
    .$if(last !== undefined, (query) => query.where(isAfter(part, last as Position)))
    .orderBy(orderOf(part))
    .select([keyColumn(db).as("key"), ...positionOf(part)])
    .limit(size)
    .execute();
  const keys = rows.map(({ key }) => key);
  const matching = await db
    .selectFrom("tasks")
    .where(hasKey(db, keys))
    .where((eb: ExpressionBuilder<Database, "tasks">) => rest(eb))
    .select(["id", keyColumn(db).as("key")])
    .execute();
  const idOf = new Map(matching.map(({ id, key }) => [key, id]));
  const found = keys.flatMap((key) => idOf.get(key) ?? []);
  return { found, end: rows.length === size ? rows.at(-1) : undefined };
}

/**
 * The ids of the matching tasks in the order of the list. Each step yields the ids that it finds.
 */
export async function* walkInOrder(
  db: Kysely<Database>,
  { parts, rest }: Walk,
  budget: SearchBudget,
): AsyncGenerator<string[]> {
  const steps = rowSteps(db);
  for await (const part of parts) {
    for (let last: Position | undefined; ; ) {
      const { found, end } = await budget.step(steps, (size) =>
        readStep(db, part, last, rest, size),
      );
      yield found;
      if (!end) break;
      last = end;
    }
  }
}

/**
 * Reads the tasks of a list in its order and compares each, until the page is full and the rest is
 * counted. For conditions that many tasks match.
 *
 * @param count how many tasks match, if that is known, so that the rest isn't counted
 */
export async function findInOrder(
  db: Kysely<Database>,
  walk: Walk,
  { offset, limit }: PageWindow,
  budget: SearchBudget,
  count: MatchCount | undefined,
): Promise<FoundIds> {
  const ids: string[] = [];
  let total = 0;
  for await (const found of walkInOrder(db, walk, budget)) {
    const first = Math.max(0, offset - total);
    ids.push(...found.slice(first, first + limit - ids.length));
    total += found.length;
    if (count && total >= offset + limit) break;
    if (total > budget.countMax) return { ids, ...(count ?? counted(total, budget.countMax)) };
    if (!count && total > offset + limit && budget.countedEnough)
      return { ids, total, atLeast: true };
  }
  return { ids, ...(count ?? { total }) };
}

/**
 * How to read a list in steps: its parts in the order of an index, and the condition to check for each
 * task that is read.
 */
export interface Walk {
  parts: Iterable<Part> | AsyncIterable<Part>;
  rest: Condition;
}

/**
 * Reads by an index of the filters if it has the order of the list, otherwise by the index of the
 * order.
 */
export function walkOf(db: Kysely<Database>, list: TaskList, budget: SearchBudget): Walk {
  const { filters, today } = list;
  const owners = OWNERS[list.sort.replace("-", "")];
  if (owners) {
    return { parts: partsOfOwners(db, list, owners, budget), rest: matchesInOrder(filters, today) };
  }
  const parts = partsOf(list, true);
  if (!hasIndex(list)) return { parts, rest: matchesInOrder(filters, today) };
  const condition = matches(filters, today);
  return { parts: parts.map(({ keys }) => ({ condition, keys })), rest: ALL };
}

/** How to read the tasks of a list that contain all terms. */
export function walkOfText(
  db: Kysely<Database>,
  terms: readonly string[],
  list: TaskList,
  budget: SearchBudget,
): Walk {
  const walk = walkOf(db, list, budget);
  const contains = containsAll(db, terms);
  return { ...walk, rest: (eb) => eb.and([contains(eb), walk.rest(eb)]) };
}

/** Labels with this many times the tasks that are sorted together are read by comparing all tasks. */
const MANY = 10;

/** The number of users or labels that one statement reads. */
const OWNERS_READ = 100;

/** A user or a label that has tasks. */
interface Owner {
  id: string;
  name: string;
  /** Counted up to the limit. */
  tasks: number | string;
}

/** The next people in the order of their names. */
async function readPeople(
  db: Kysely<Database>,
  { filters, sort }: TaskList,
  last: Owner | undefined,
  countMax: number,
): Promise<Owner[]> {
  const isDescending = sort.startsWith("-");
  const sign = sql.raw(isDescending ? "<" : ">");
  const direction = isDescending ? "desc" : "asc";
  const name = sql<string>`lower(name)`;
  const { assignee } = filters;
  return await db
    .selectFrom("users")
    .$if(last !== undefined, (query) =>
      query.where(sql<SqlBool>`(${name}, id) ${sign} (${last?.name}, ${last?.id})`),
    )
    .$if(assignee !== undefined, (query) =>
      query.where("id", "in", valuesIn(db, valuesOf(assignee ?? ""))),
    )
    .select(["id", name.as("name")])
    .select(
      sql<number | string>`(select count(*) from (
        select 1 from tasks where tasks.assignee_id = users.id limit ${sql.lit(countMax)}
      ) as counted)`.as("tasks"),
    )
    .orderBy(name, direction)
    .orderBy("id", direction)
    .limit(OWNERS_READ)
    .execute();
}

/** The next labels in the order of their names. */
async function readLabels(
  db: Kysely<Database>,
  { sort }: TaskList,
  last: Owner | undefined,
  countMax: number,
): Promise<Owner[]> {
  const isDescending = sort.startsWith("-");
  const sign = sql.raw(isDescending ? "<" : ">");
  const direction = isDescending ? "desc" : "asc";
  return await db
    .selectFrom("labels")
    .where("deleted_at", "is", null)
    .$if(last !== undefined, (query) =>
      query.where(sql<SqlBool>`(search_text, id) ${sign} (${last?.name}, ${last?.id})`),
    )
    .select(["id", "search_text as name"])
    .select(
      sql<number | string>`(select count(*) from (
        select 1 from task_labels join labels as alias on alias.id = task_labels.label_id
        where alias.root_id = labels.id limit ${sql.lit(countMax)}
      ) as counted)`.as("tasks"),
    )
    .orderBy("search_text", direction)
    .orderBy("id", direction)
    .limit(OWNERS_READ)
    .execute();
}

/** How to read a list by the names of those that have its tasks. */
interface Owners {
  read: typeof readPeople;
  ofOne: (id: string, hasMany: boolean, isDescending: boolean) => Part;
  /** The tasks of several. */
  ofSome: (db: Kysely<Database>, ids: readonly string[], isDescending: boolean) => Part;
  /** The tasks that nobody has. */
  others: (list: TaskList) => Part[];
}

const OWNERS: Readonly<Record<string, Owners>> = {
  assignee: {
    read: readPeople,
    ofOne: ofAssignee,
    ofSome: (db, ids, isDescending) =>
      byName((eb) => eb("assignee_id", "in", valuesIn(db, ids)), isDescending),
    others: unassigned,
  },
  label: {
    read: readLabels,
    ofOne: ofLabel,
    ofSome: (_db, ids, isDescending) =>
      byLabel((eb) => isFirstOf(eb, ids, isDescending), isDescending),
    others: unlabelled,
  },
};

/**
 * The tasks of people or labels in the order of their names. No index has that order: one with many
 * tasks is a part of its own, and the database sorts the tasks of several with few.
 */
async function* partsOfOwners(
  db: Kysely<Database>,
  list: TaskList,
  { read, ofOne, ofSome, others }: Owners,
  budget: SearchBudget,
): AsyncGenerator<Part> {
  const isDescending = list.sort.startsWith("-");
  // A step that sorts the tasks of one is faster up to here than one that compares all tasks.
  const many = MANY * budget.sortMax;
  const partOf = (ids: readonly string[], total: number): Part =>
    ids.length === 1 && ids[0] !== undefined
      ? ofOne(ids[0], total >= many, isDescending)
      : ofSome(db, ids, isDescending);
  let [ids, total]: [string[], number] = [[], 0];
  for (let last: Owner | undefined; ; ) {
    const owners = await budget.step(ONE_STATEMENT, () => read(db, list, last, many));
    for (const { id, tasks } of owners) {
      const count = Number(tasks);
      if (ids.length > 0 && total + count > budget.sortMax) {
        yield partOf(ids, total);
        [ids, total] = [[], 0];
      }
      if (count > 0) ids.push(id);
      total += count;
    }
    last = owners.at(-1);
    if (owners.length < OWNERS_READ) break;
  }
  if (ids.length > 0) yield partOf(ids, total);
  yield* others(list);
}
