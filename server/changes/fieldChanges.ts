import type { Transaction } from "kysely";
import { differingLines } from "#contract/differingLines.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { Task } from "#contract/shapes/task.ts";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import {
  isSameValue,
  type SingleFieldName,
  setDifference,
  TASK_FIELDS,
} from "#contract/taskFields.ts";
import { HISTORY_FIELDS, HISTORY_TEXT_MAX, historyName } from "#contract/taskHistory.ts";
import type { Database } from "#server/db/schema.ts";
import { namedLabels } from "#server/db/taskLabels.ts";

/** The number of characters that a shortened excerpt keeps before the first difference. */
const CONTEXT = 100;

function firstDifference(text: string, other: string): number {
  let index = 0;
  while (index < text.length && text[index] === other[index]) index += 1;
  return index;
}

function shortened(text: string, start: number): string {
  if (text.length <= HISTORY_TEXT_MAX) return text;
  const begin = start > 0 ? "…" : "";
  // With room for an ellipsis on both sides.
  const kept = text.slice(start, start + HISTORY_TEXT_MAX - 2).toWellFormed();
  return `${begin}${kept}${start + kept.length < text.length ? "…" : ""}`;
}

/** The lines in which two texts differ, at most `HISTORY_TEXT_MAX` characters of each text. */
function excerpts(from: string, to: string): [from: string, to: string] {
  const [old, now] = [differingLines(from, to), differingLines(to, from)];
  const start = Math.max(0, firstDifference(old, now) - CONTEXT);
  return [shortened(old, start), shortened(now, start)];
}

/** A task whose changes the history records. */
export type RecordedTask = Omit<Task, "created_at">;

/** A user or team that still exists. */
export async function findNamed(
  trx: Transaction<Database>,
  table: "users" | "teams",
  id: string | null,
): Promise<NamedRecord | undefined> {
  if (id === null) return undefined;
  return await trx.selectFrom(table).select(["id", "name"]).where("id", "=", id).executeTakeFirst();
}

/** The recorded value of a field: users and teams are recorded by name. */
async function valueIn(
  trx: Transaction<Database>,
  task: RecordedTask,
  name: SingleFieldName,
): Promise<string | null> {
  const { kind } = TASK_FIELDS[name];
  if (kind !== "user" && kind !== "team") return task[name];
  return (await findNamed(trx, kind === "user" ? "users" : "teams", task[name]))?.name ?? null;
}

/** Between the names of a set in the history. */
const SEPARATOR = "; ";

/** A change of a task's labels by their names. */
async function labelChange(
  trx: Transaction<Database>,
  before: readonly string[],
  after: readonly string[],
): Promise<FieldChange> {
  const labels = await namedLabels(trx, [...before, ...after]);
  const namesOf = (ids: readonly string[]) =>
    labels.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const { add, remove } = setDifference(before, after);
  return {
    field: "labels",
    from: namesOf(before).join(SEPARATOR) || null,
    to: namesOf(after).join(SEPARATOR) || null,
    added: namesOf(add),
    removed: namesOf(remove),
  };
}

/** The fields that differ between two states of a task. */
export async function changesBetween(
  trx: Transaction<Database>,
  before: RecordedTask,
  after: RecordedTask,
): Promise<FieldChange[]> {
  const changes: FieldChange[] = [];
  for (const name of HISTORY_FIELDS) {
    if (isSameValue(before[name], after[name])) continue;
    if (name === "labels") {
      changes.push(await labelChange(trx, before.labels ?? [], after.labels ?? []));
      continue;
    }
    const [from, to] =
      name === "description"
        ? excerpts(before.description, after.description).map((text) => text || null)
        : [await valueIn(trx, before, name), await valueIn(trx, after, name)];
    changes.push({ field: historyName(name), from: from ?? null, to: to ?? null });
  }
  return changes;
}
