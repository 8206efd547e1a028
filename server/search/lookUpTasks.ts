import { type Kysely, type SqlBool, sql } from "kysely";
import { jsonValues, onPostgres, valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { containsText } from "#server/db/text/searchText.ts";
import { findsExactly, type Key, type Lookup, lookUpRows } from "./candidates.ts";
import { type Condition, isFiltered, matches, matchesInOrder } from "./filters.ts";
import type { TaskList } from "./listOrder.ts";
import { ONE_STATEMENT, type SearchBudget, StepSize } from "./searchBudget.ts";

/** The column of `tasks` that contains the keys. */
export const keyColumn = (db: Kysely<Database>) =>
  onPostgres(db) ? sql<Key>`tasks.id` : sql<Key>`tasks.rowid`;

/** Whether a task has one of these keys. */
export const hasKey =
  (db: Kysely<Database>, keys: readonly Key[]): Condition =>
  (eb) =>
    onPostgres(db)
      ? // In the order of the index, which is several times faster than the order of a subquery.
        sql<SqlBool>`tasks.id = any(${keys}::text[])`
      : eb(keyColumn(db), "in", jsonValues(keys));

/** Whether a task contains all terms, each in its title, its description, a comment or the name of a label. */
export const containsAll =
  (db: Kysely<Database>, terms: readonly string[]): Condition =>
  (eb) =>
    eb.and(
      terms.map((term) =>
        eb.or([
          containsText(db, "search_text", term),
          // With "exists", PostgreSQL may compare the comments of all tasks.
          sql<SqlBool>`(
            select 1 from comments as c
            where c.task_id = tasks.id and ${containsText(db, "c.search_text", term)} limit 1
          ) is not null`,
          sql<SqlBool>`(
            select 1 from task_labels as own join labels as named on named.id = own.label_id
              join labels as root on root.id = named.root_id
            where own.task_id = tasks.id and ${containsText(db, "root.search_text", term)} limit 1
          ) is not null`,
        ]),
      ),
    );

/**
 * Finds tasks that may contain all terms. If few texts contain one of the terms, only their tasks are
 * candidates; otherwise those with all terms in title and description, or with a term in a comment or in
 * the name of a label.
 */
export async function lookUpTasks(
  db: Kysely<Database>,
  terms: readonly string[],
  budget: SearchBudget,
): Promise<Lookup> {
  const all = await lookUpRows(db, "tasks", terms, budget);
  if (!Array.isArray(all)) return all;
  let elsewhere: Key[] | null = [];
  for (const term of terms) {
    const labelled = await tasksOfLabels(db, term, budget);
    const comments = labelled && (await tasksOfComments(db, term, budget));
    const others = labelled && comments && union(labelled, comments);
    const tasks =
      others && (terms.length > 1 ? await lookUpRows(db, "tasks", [term], budget) : all);
    if (Array.isArray(tasks)) return union(tasks, others ?? []);
    elsewhere = elsewhere && others && union(elsewhere, others);
  }
  return elsewhere ? union(all, elsewhere) : "many";
}

const union = (a: readonly Key[], b: readonly Key[]): Key[] => [...new Set([...a, ...b])];

/** The tasks with a label whose name contains a term; null if too many have one. */
async function tasksOfLabels(
  db: Kysely<Database>,
  term: string,
  budget: SearchBudget,
): Promise<Key[] | null> {
  // No name has a NUL, which PostgreSQL refuses.
  if (term.includes("\0")) return [];
  const labels = await budget.step(ONE_STATEMENT, () =>
    db
      .selectFrom("labels as root")
      .innerJoin("labels as named", "named.root_id", "root.id")
      .select("named.id")
      .where(containsText(db, "root.search_text", term))
      .execute(),
  );
  if (labels.length === 0) return [];
  const ids = labels.map(({ id }) => id);
  const rows = await budget.step(ONE_STATEMENT, () =>
    db
      .selectFrom("task_labels")
      .innerJoin("tasks", "tasks.id", "task_labels.task_id")
      .select(keyColumn(db).as("key"))
      .where("task_labels.label_id", "in", valuesIn(db, ids))
      .limit(budget.countMax + 1)
      .execute(),
  );
  return rows.length > budget.countMax ? null : rows.map(({ key }) => key);
}

/** The tasks with a comment that may contain a term; null if too many comments contain it. */
async function tasksOfComments(
  db: Kysely<Database>,
  term: string,
  budget: SearchBudget,
): Promise<Key[] | null> {
  const comments = await lookUpRows(db, "comments", [term], budget);
  if (!Array.isArray(comments)) return null;
  if (onPostgres(db) || comments.length === 0) return comments;
  const rows = await budget.step(ONE_STATEMENT, () =>
    db
      .selectFrom("comments")
      .innerJoin("tasks", "tasks.id", "comments.task_id")
      .select(sql<number>`tasks.rowid`.as("key"))
      .distinct()
      .where(sql<number>`comments.rowid`, "in", jsonValues(comments as number[]))
      .execute(),
  );
  return rows.map(({ key }) => key);
}

/** The tasks of a list that is filtered by labels: `many` are more than are counted; null without such a filter. */
export async function tasksWithLabels(
  db: Kysely<Database>,
  { filters, today }: TaskList,
  budget: SearchBudget,
): Promise<Key[] | "many" | null> {
  if (filters.label === undefined) return null;
  const rows = await budget.step(ONE_STATEMENT, () =>
    db
      .selectFrom("tasks")
      .select(keyColumn(db).as("key"))
      .where(matches(filters, today))
      .limit(budget.countMax + 1)
      .execute(),
  );
  return rows.length > budget.countMax ? "many" : rows.map(({ key }) => key);
}

/** The number of candidates per step. Each is a row to look up, whose text may be long. */
const candidateSteps = (db: Kysely<Database>) =>
  onPostgres(db) ? new StepSize(10_000, 10_000) : new StepSize(100, 1_000);

/**
 * The keys of the candidates that match, unsorted. With a single term, which most searches have, each
 * candidate is known to contain it, and reading the candidates would take as long as sorting them.
 *
 * @param areFoundByText whether {@link lookUpTasks} has found the candidates
 */
export async function matchesAmong(
  db: Kysely<Database>,
  terms: readonly string[],
  list: TaskList,
  budget: SearchBudget,
  keys: readonly Key[],
  areFoundByText = true,
): Promise<readonly Key[]> {
  const containAll = areFoundByText && terms.length === 1 && findsExactly(db, terms);
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
