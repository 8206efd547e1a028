import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import { onPostgres, valuesIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import type { ChangeContext } from "./context.ts";
import { writeOrigin } from "./origins.ts";
import { idsText, type PartOf, tabOf } from "./record.ts";
import { awaitedEvents, keepTaskStates } from "./taskStates.ts";
import { insertItems, type Recipient, whoIsNotified } from "./whoIsNotified.ts";

/**
 * Records the same change of many tasks, which has just been made. Webhooks receive it unless the tasks
 * were created: those of an import may be very many.
 */
export async function recordTasks(
  trx: Transaction<Database>,
  taskIds: readonly string[],
  context: ChangeContext,
  {
    kind,
    fields = [],
    partOf,
    to,
    inboxes = [],
  }: {
    kind: "task.created" | "task.changed";
    fields?: readonly FieldChange[];
    /** The import that creates the tasks, or the user to whom they were assigned. */
    partOf: PartOf;
    /** The user who gets the tasks of another one, with one item in the inbox for all of a job. */
    to?: string;
    /** The users whose inbox has changed. */
    inboxes?: readonly string[];
  },
): Promise<void> {
  const { by, at, runId: id = randomUUID() } = context;
  if (taskIds.length === 0) return;
  const recipients: Recipient[] = to === undefined ? [] : [{ id: to, kinds: ["assigned"] }];
  const notified = await whoIsNotified(trx, recipients, by);
  await insertItems(trx, notified, { id, taskId: "", handedOver: taskIds.length, by, at });
  const randomId = onPostgres(trx)
    ? sql<string>`gen_random_uuid()::text`
    : sql<string>`lower(hex(randomblob(16)))`;
  const recorded = await trx
    .insertInto("changes")
    .columns([
      "id",
      "subject_id",
      "subject_name",
      "at",
      "actor_id",
      "actor_name",
      "kind",
      "subject_kind",
      "details",
      "fields",
      "audited",
      "tab",
      "origin",
      "part_of",
      "inboxes",
    ])
    .expression(
      trx
        .selectFrom("tasks")
        .select(kind === "task.created" ? "tasks.id as id" : randomId.as("id"))
        .select(["tasks.id as subject_id", "tasks.title as subject_name"])
        .select(({ val, cast }) => [
          cast<string>(val(at.toISOString()), "text").as("at"),
          cast<string>(val(by.id), "text").as("actor_id"),
          cast<string>(val(by.name), "text").as("actor_name"),
          sql.lit(kind).as("kind"),
          sql.lit("task" as const).as("subject_kind"),
          sql.lit("{}").as("details"),
          cast<string>(val(JSON.stringify(fields)), "text").as("fields"),
          sql.lit(0).as("audited"),
          cast<string | null>(val(tabOf(context)), "text").as("tab"),
          cast<string>(val(writeOrigin(context)), "text").as("origin"),
          cast<string | null>(val(partOf), "text").as("part_of"),
          cast<string | null>(val(idsText(inboxes)), "text").as("inboxes"),
        ])
        .where("id", "in", valuesIn(trx, taskIds)),
    )
    .returning(["number", "subject_id", awaitedEvents(trx)])
    .execute();
  if (kind === "task.changed") await keepTaskStates(trx, recorded, { kind, fields });
}
