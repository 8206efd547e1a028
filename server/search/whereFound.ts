import type { Kysely } from "kysely";
import type { ListedTask } from "#contract/shapes/task.ts";
import { EXCERPT_MAX } from "#contract/task.ts";
import type { Database } from "#server/db/schema.ts";
import { namedLabels } from "#server/db/taskLabels.ts";
import { containsText, searchText } from "#server/db/text/searchText.ts";

/** Adds to each task of a page which of its texts completes the search terms. */
export async function addWhereFound(
  db: Kysely<Database>,
  tasks: readonly ListedTask[],
  terms: readonly string[],
): Promise<ListedTask[]> {
  const all: ListedTask[] = [];
  for (const task of tasks) all.push(Object.assign({}, task, await whereFound(db, task, terms)));
  return all;
}

type Found = Pick<ListedTask, "found" | "excerpt">;

async function whereFound(
  db: Kysely<Database>,
  task: ListedTask,
  terms: readonly string[],
): Promise<Found> {
  const { id, title, description } = task;
  const missingIn = (text: string) => terms.filter((term) => !text.includes(term));
  if (missingIn(searchText(title)).length === 0) return { found: "title" };
  const [missing] = missingIn(searchText(title, description));
  if (missing === undefined) return { found: "description" };
  const labels = await namedLabels(db, task.labels ?? []);
  const left = missingIn(searchText(title, description, ...labels.map(({ name }) => name)));
  if (left.length === 0) return { found: "label" };
  const comment = await db
    .selectFrom("comments")
    .select("comment")
    .where("task_id", "=", id)
    .where(containsText(db, "search_text", left[0] ?? missing))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  // The comment may have been deleted since the search found it.
  return comment
    ? { found: "comment", excerpt: excerptOf(comment.comment, left[0] ?? missing) }
    : {};
}

/** The number of characters before the term in an excerpt. */
const LEAD = 40;

/** A part of a comment around a term, on one line. */
function excerptOf(comment: string, term: string): string {
  const line = comment.replace(/\s+/gu, " ");
  // Case folding may change the length of a text, but hardly moves the term.
  const at = Math.max(0, searchText(line).indexOf(term.replace(/\s+/gu, " ")));
  const before = Array.from(line.slice(0, at));
  const start = before.length > LEAD ? before.length - LEAD : 0;
  const characters = Array.from(line).slice(start);
  const lead = start > 0 ? "…" : "";
  const fits = characters.length + lead.length <= EXCERPT_MAX;
  return fits
    ? lead + characters.join("")
    : `${lead}${characters.slice(0, EXCERPT_MAX - 1 - lead.length).join("")}…`;
}
