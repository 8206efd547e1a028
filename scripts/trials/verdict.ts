import type { TaskInput } from "#contract/taskFields.ts";
import { openDatabase } from "#server/db/open.ts";
import type { Acknowledged } from "./writer.ts";

/** How the database differs from what was acknowledged. */
export interface Verdict {
  lost: string[];
  wrong: string[];
  twice: string[];
}

const essenceOf = ({ title, description, status, priority }: TaskInput): string =>
  JSON.stringify([title, description, status, priority]);

/** The values that occur more than once. */
const repeatedIn = (values: readonly string[]): string[] =>
  [...Map.groupBy(values, (value) => value)].flatMap(([value, all]) =>
    all.length > 1 ? [value] : [],
  );

/** Compares a database whose servers have ended with what they acknowledged. */
export async function judge(where: string, { tasks, comments }: Acknowledged): Promise<Verdict> {
  const db = openDatabase(where, { poolSize: 1 });
  const rows = await db.selectFrom("tasks").selectAll().execute();
  const said = await db.selectFrom("comments").select(["task_id", "comment"]).execute();
  await db.destroy();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const verdict: Verdict = { lost: [], wrong: [], twice: [] };
  for (const [id, task] of tasks) {
    const row = stored.get(id);
    if (task === null ? row : row && essenceOf(row) !== essenceOf(task)) verdict.wrong.push(id);
    if (task && !row) verdict.lost.push(id);
  }
  const found = new Map(said.map(({ comment, task_id }) => [comment, task_id]));
  for (const [comment, task] of comments) {
    if (tasks.get(task) !== null && found.get(comment) !== task) verdict.lost.push(comment);
  }
  verdict.twice.push(
    ...repeatedIn(rows.map(({ title }) => title)),
    ...repeatedIn(said.map(({ comment }) => comment)),
  );
  return verdict;
}
