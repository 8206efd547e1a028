import { type Kysely, sql, type Transaction } from "kysely";
import { groupKey, TASK_LABELS_MAX, TOO_MANY_LABELS } from "#contract/label.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { changedSet, type SetChange, setDifference, setOf } from "#contract/taskFields.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { refused } from "#server/refusals.ts";

/** The ids of the labels that a task shows, with spaces between them: see {@link withLabels}. */
export const labelsOf = (table: "tasks" | "task") =>
  sql<string | null>`(
    select string_agg(labels.root_id, ' ') from task_labels
    join labels on labels.id = task_labels.label_id
    where task_labels.task_id = ${sql.ref(`${table}.id`)}
  )`.as("labels");

export const NO_CHANGE: SetChange = { add: [], remove: [] };

export type WithLabels<T> = Omit<T, "labels"> & { labels: string[] };

/** A row that was read with {@link labelsOf}, with a list of ids. */
export const withLabels = <T extends { labels: string | null }>(row: T): WithLabels<T> => ({
  ...row,
  labels: row.labels === null ? [] : setOf(row.labels.split(" ")),
});

/** The labels, and those that were merged into them. */
const aliasesOf = (db: Kysely<Database>, ids: readonly string[]) =>
  db.selectFrom("labels").select("id").where("root_id", "in", valuesIn(db, ids));

/** Adds labels to tasks and removes others. */
export async function writeLabels(
  trx: Kysely<Database>,
  taskIds: readonly string[],
  { add, remove }: SetChange,
): Promise<void> {
  if (remove.length > 0) {
    await trx
      .deleteFrom("task_labels")
      .where("task_id", "in", valuesIn(trx, taskIds))
      .where("label_id", "in", aliasesOf(trx, remove))
      .execute();
  }
  const rows = taskIds.flatMap((task_id) => add.map((label_id) => ({ task_id, label_id })));
  if (rows.length > 0) {
    await trx
      .insertInto("task_labels")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The names of labels, in the order of the names. */
export async function namedLabels(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<NamedRecord[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("labels")
    .select(["id", "name"])
    .where("id", "in", valuesIn(db, ids))
    .orderBy("search_text")
    .orderBy("id")
    .execute();
}

const refusedLabels = (messages: readonly string[]) =>
  refused(messages.slice(0, 1).map((msg) => ({ param: "labels", msg })));

/** The labels that a change adds. Throws a 400 that names those which don't exist, or no longer. */
export async function addedLabels(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<NamedRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("labels")
    .leftJoin("labels as root", "root.id", "labels.root_id")
    .select(["labels.id", "labels.name", "root.id as root_id", "root.name as root_name"])
    .where("labels.id", "in", valuesIn(db, ids))
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const errors: string[] = [];
  const labels = ids.flatMap((id) => {
    const { name, root_id, root_name } = found.get(id) ?? {};
    if (root_id && root_name != null) return { id: root_id, name: root_name };
    errors.push(
      name === undefined
        ? `There is no label with the id ${id}`
        : `The label “${name}” was deleted`,
    );
    return [];
  });
  if (errors.length > 0) throw refusedLabels(errors);
  return labels;
}

/**
 * The labels of a task after a change. A label takes the place of another one of its group. Throws a 400
 * for labels that don't exist, and for too many.
 */
export async function changedLabels(
  db: Kysely<Database>,
  current: readonly string[],
  { add, remove }: SetChange,
): Promise<string[]> {
  const wanted = (await addedLabels(db, add)).filter(({ id }) => !current.includes(id));
  const gone =
    remove.length === 0
      ? []
      : await db
          .selectFrom("labels")
          .select("root_id")
          .where("id", "in", valuesIn(db, remove))
          .execute();
  const kept = changedSet(current, {
    add: [],
    remove: gone.flatMap(({ root_id }) => root_id ?? []),
  });
  const groups = new Map(wanted.map(({ id, name }) => [groupKey(name) ?? id, id]));
  const others = wanted.some(({ name }) => groupKey(name) !== null)
    ? await namedLabels(db, kept)
    : [];
  const replaced = others.filter(({ name }) => groups.has(groupKey(name) ?? ""));
  const labels = changedSet(kept, {
    add: [...groups.values()],
    remove: replaced.map(({ id }) => id),
  });
  if (labels.length > Math.max(TASK_LABELS_MAX, current.length)) {
    throw refusedLabels([TOO_MANY_LABELS]);
  }
  return labels;
}

/** The `details` of a change of a task's labels: their ids, and the version that the change made. */
export interface ChangedLabels {
  labels: SetChange & { version: number };
}

/** The labels of a task as it was at a version, by the record of changes. */
export async function labelsAt(
  trx: Transaction<Database>,
  task: { id: string; version: number; labels: readonly string[] },
  version: number,
): Promise<string[]> {
  if (version >= task.version) return [...task.labels];
  const rows = await trx
    .selectFrom("changes")
    .select("details")
    .where("subject_id", "=", task.id)
    .where("kind", "=", "task.changed")
    .orderBy("number", "desc")
    // A task has a version for each change of its fields.
    .limit(task.version - version)
    .execute();
  let labels = [...task.labels];
  for (const { details } of rows) {
    const changed = (JSON.parse(details) as Partial<ChangedLabels>).labels;
    if (changed && changed.version > version)
      labels = changedSet(labels, { add: changed.remove, remove: changed.add });
  }
  return labels;
}

/**
 * What a whole list of labels changes: the difference to the labels at the version that the client has
 * read. Without a version nothing is removed, because nobody knows what the client has seen.
 */
export async function differenceTo(
  trx: Transaction<Database>,
  task: { id: string; version: number; labels: readonly string[] },
  list: readonly string[],
  version: number | undefined,
): Promise<SetChange> {
  const wanted = await shownInstead(trx, task.id, list);
  if (version === undefined) return { add: setDifference(task.labels, wanted).add, remove: [] };
  return setDifference(await labelsAt(trx, task, version), wanted);
}

/**
 * A list that a client has read, as the task shows it now: without the labels that were deleted since, and
 * with those into which others were merged. Neither changes the task's version.
 */
async function shownInstead(
  trx: Kysely<Database>,
  taskId: string,
  list: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom("task_labels")
    .innerJoin("labels", "labels.id", "task_labels.label_id")
    .select(["labels.id", "labels.root_id"])
    .where("task_id", "=", taskId)
    .execute();
  const roots = new Map(rows.map(({ id, root_id }) => [id, root_id]));
  // In the list's order: of two labels of a group, the later one counts.
  return list.flatMap((id) => (roots.has(id) ? (roots.get(id) ?? []) : [id]));
}
