import type { Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { findsExactly, type Key } from "./candidates.ts";
import { isFiltered, matchesInOrder } from "./filters.ts";
import type { TaskList } from "./listOrder.ts";
import { containsAll, hasKey, keyColumn } from "./lookUpTasks.ts";
import { type SearchBudget, StepSize } from "./searchBudget.ts";
import { type Walk, walkOf } from "./walk.ts";

/** The number of candidates per step. Each is a row to look up, whose text may be long. */
const candidateSteps = (db: Kysely<Database>) =>
  onPostgres(db) ? new StepSize(10_000, 10_000) : new StepSize(100, 1_000);

/**
 * The keys of the candidates that match, unsorted. With a single term, which most searches have, each
 * candidate is known to contain it, and reading the candidates would take as long as sorting them.
 */
export async function matchesAmong(
  db: Kysely<Database>,
  terms: readonly string[],
  list: TaskList,
  budget: SearchBudget,
  keys: readonly Key[],
): Promise<readonly Key[]> {
  const containAll = terms.length === 1 && findsExactly(db, terms);
  if (containAll && !isFiltered(list.filters)) return keys;
  const steps = candidateSteps(db);
  const found: Key[] = [];
  for (let from = 0; from < keys.length; ) {
    const rows = await budget.step(steps, async (size) => {
      const some = keys.slice(from, from + size);
      from += size;
      return await db
        .selectFrom("tasks")
        .select(keyColumn(db).as("key"))
        .where(hasKey(db, some))
        .$if(!containAll, (query) => query.where(containsAll(db, terms)))
        .where(matchesInOrder(list.filters, list.today))
        .execute();
    });
    for (const { key } of rows) found.push(key);
  }
  return found;
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
