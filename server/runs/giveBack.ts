import type { Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import {
  assignTasks,
  givenBack,
  handedOver,
  TASKS_PER_STEP,
} from "#server/assignments/reassign.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import type { Database } from "#server/db/schema.ts";

/**
 * Gives back up to {@link TASKS_PER_STEP} tasks that a bulk action has taken from a user, and returns their
 * number. Tasks that have changed since stay with the receiver.
 */
export async function giveBack(
  trx: Transaction<Database>,
  { id: runId, from, to }: { id: string; from: NamedRecord; to: NamedRecord },
  context: ChangeContext,
): Promise<number> {
  const ofRun = trx
    .selectFrom("changes as given")
    .where("given.part_of", "=", handedOver(from.id, runId));
  // The tasks come back in the order in which they went. So no step reads what earlier ones have read.
  const last = await trx
    .selectFrom("changes")
    .select("subject_id")
    .where("part_of", "=", givenBack(from.id, runId))
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const { number: after } = last
    ? await ofRun
        .select(({ fn }) => fn.max("given.number").as("number"))
        .where("given.subject_id", "=", last.subject_id)
        .executeTakeFirstOrThrow()
    : { number: 0 };
  const rows = await ofRun
    .innerJoin("tasks", "tasks.id", "given.subject_id")
    .select("tasks.id")
    .where("given.number", ">", after)
    .where("tasks.assignee_id", "=", to.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("changes as later")
            .select("later.number")
            .whereRef("later.subject_id", "=", "given.subject_id")
            .whereRef("later.number", ">", "given.number")
            .where("later.kind", "in", ["task.changed", "task.deleted", "task.restored"]),
        ),
      ),
    )
    .orderBy("given.number")
    .limit(TASKS_PER_STEP)
    .execute();
  const ids = rows.map(({ id }) => id);
  const back = { from: to, to: from, onlyOpen: false };
  return (await assignTasks(trx, ids, back, from.id, context)).length;
}
