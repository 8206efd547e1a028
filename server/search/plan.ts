import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { type Condition, isFiltered, matches } from "./filters.ts";
import { type Walk, walkOf, walkOfText } from "./findInOrder.ts";
import type { TaskList } from "./listOrder.ts";
import { countMatches, type MatchCount } from "./listTasks.ts";
import { hasKey, lookUpTasks, matchesAmong, tasksWithLabels } from "./lookUpTasks.ts";
import type { SearchBudget } from "./searchBudget.ts";

/**
 * How to find the tasks of a list: if few match, the database sorts them. Otherwise the tasks are read in the
 * order of the list and compared; `count` is missing if they must be counted on the way.
 */
export type Plan = { few: Condition; size: number } | { walk: Walk; count?: MatchCount };

/** Decides how to find the tasks of a list that contain all terms, for a page as for an export. */
export async function planOf(
  db: Kysely<Database>,
  terms: readonly string[] | undefined,
  list: TaskList,
  budget: SearchBudget,
): Promise<Plan> {
  const { countMax } = budget;
  if (terms) {
    const lookup = await lookUpTasks(db, terms, budget);
    if (Array.isArray(lookup)) {
      const found = await matchesAmong(db, terms, list, budget, lookup);
      return { few: hasKey(db, found), size: found.length };
    }
    const labelled = await tasksWithLabels(db, list, budget);
    if (Array.isArray(labelled)) {
      const found = await matchesAmong(db, terms, list, budget, labelled, false);
      return { few: hasKey(db, found), size: found.length };
    }
    const walk = walkOfText(db, terms, list, budget);
    const isCommon = lookup === "common" && !isFiltered(list.filters);
    return isCommon ? { walk, count: { total: countMax, atLeast: true } } : { walk };
  }
  // No index has the order of a label's tasks, so each part of the list would look for them again.
  const labelled = await tasksWithLabels(db, list, budget);
  if (Array.isArray(labelled)) return { few: hasKey(db, labelled), size: labelled.length };
  const count = labelled
    ? ({ total: countMax, atLeast: true } as const)
    : await countMatches(db, list, countMax);
  return isFiltered(list.filters) && !count.atLeast
    ? { few: matches(list.filters, list.today), size: count.total }
    : { walk: walkOf(db, list, budget), count };
}
