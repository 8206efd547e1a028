import { type Kysely, type SqlBool, sql } from "kysely";
import { valuesOf } from "#contract/task.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { type Condition, matches, matchesInOrder } from "./filters.ts";
import {
  ALL,
  byName,
  hasIndex,
  ofAssignee,
  type Part,
  partsOf,
  type TaskList,
  unassigned,
} from "./listOrder.ts";
import { ONE_STATEMENT, type SearchBudget } from "./searchBudget.ts";

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
  if (list.sort.endsWith("assignee")) {
    return { parts: partsByName(db, list, budget), rest: matchesInOrder(filters, today) };
  }
  const parts = partsOf(list, true);
  if (!hasIndex(list)) return { parts, rest: matchesInOrder(filters, today) };
  const condition = matches(filters, today);
  return { parts: parts.map(({ keys }) => ({ condition, keys })), rest: ALL };
}

/** The number of users that one statement reads. */
const USERS = 100;

interface Person {
  id: string;
  name: string;
  /** Counted up to the limit. */
  tasks: number | string;
}

/** The next people in the order of their names. */
async function readPeople(
  db: Kysely<Database>,
  { filters, sort }: TaskList,
  last: Person | undefined,
  countMax: number,
): Promise<Person[]> {
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
    .limit(USERS)
    .execute();
}

/**
 * The tasks of the people in the order of their names. No index has that order: a person with many
 * tasks is a part of their own, and the database sorts the tasks of several people with few.
 */
async function* partsByName(
  db: Kysely<Database>,
  list: TaskList,
  budget: SearchBudget,
): AsyncGenerator<Part> {
  const isDescending = list.sort.startsWith("-");
  const partOf = (ids: readonly string[]): Part => {
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) return ofAssignee(id);
    return byName((eb) => eb("assignee_id", "in", valuesIn(db, ids)), isDescending);
  };
  let [ids, total]: [string[], number] = [[], 0];
  for (let last: Person | undefined; ; ) {
    const people = await budget.step(ONE_STATEMENT, () =>
      readPeople(db, list, last, budget.sortMax),
    );
    for (const { id, tasks } of people) {
      const count = Number(tasks);
      if (ids.length > 0 && total + count > budget.sortMax) {
        yield partOf(ids);
        [ids, total] = [[], 0];
      }
      if (count > 0) ids.push(id);
      total += count;
    }
    last = people.at(-1);
    if (people.length < USERS) break;
  }
  if (ids.length > 0) yield partOf(ids);
  yield* unassigned(list);
}
