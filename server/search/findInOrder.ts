import type { ExpressionBuilder, Kysely } from "kysely";
import { onPostgres } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import type { Condition } from "./filters.ts";
import { isAfter, orderOf, type Part, type Position, positionOf } from "./listOrder.ts";
import type { FoundIds, PageWindow } from "./listTasks.ts";
import { hasKey, keyColumn } from "./lookUpTasks.ts";
import { type SearchBudget, StepSize } from "./searchBudget.ts";
import type { Walk } from "./walk.ts";

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
 * @param isCommon whether more than `countMax` tasks are known to match, so that the rest isn't counted
 */
export async function findInOrder(
  db: Kysely<Database>,
  walk: Walk,
  { offset, limit }: PageWindow,
  budget: SearchBudget,
  isCommon: boolean,
): Promise<FoundIds> {
  const ids: string[] = [];
  let total = 0;
  for await (const found of walkInOrder(db, walk, budget)) {
    const first = Math.max(0, offset - total);
    ids.push(...found.slice(first, first + limit - ids.length));
    total += found.length;
    if (total > budget.countMax) return { ids, total: budget.countMax, atLeast: true };
    if (isCommon && total >= offset + limit) {
      return { ids, total: budget.countMax, atLeast: true };
    }
    if (total > offset + limit && budget.countedEnough) return { ids, total, atLeast: true };
  }
  return { ids, total };
}
