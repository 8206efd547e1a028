import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import { settledNumber } from "#server/changes/settled.ts";
import { type ReportSkipped, readOrSkip } from "#server/changes/skipped.ts";
import { eventsOf } from "#server/changes/taskStates.ts";
import { batchesOf } from "#server/db/batches.ts";
import type { ChangeRow } from "#server/db/schema/changes.ts";
import type { DeliveryRow, WebhookRow } from "#server/db/schema/webhooks.ts";
import type { Database } from "#server/db/schema.ts";
import { derivedId } from "#server/http/idempotency.ts";
import { newDelivery } from "./deliveries.ts";

/** The number of changes that are read at a time: each may make 20 deliveries. */
const CHANGES_PER_STEP = 25;

type Follower = Pick<WebhookRow, "id" | "events" | "seen_until">;
type FollowedChange = ChangeRow & { state: string | null };

/** The changes after a number, with the tasks as they were. */
async function readChanges(db: Kysely<Database>, after: number, until: number) {
  return await db
    .selectFrom("changes")
    .leftJoin("task_states", "task_states.number", "changes.number")
    .selectAll("changes")
    .select("state")
    .where("changes.number", ">", after)
    .where("changes.number", "<=", until)
    .orderBy("changes.number")
    .limit(CHANGES_PER_STEP)
    .execute();
}

/** The data of a change's events; null without the task, which is kept only for webhooks that await it. */
function dataOf({ state, ...change }: FollowedChange): object | null {
  const { subject_kind: kind, subject_id: id, subject_name: name } = change;
  const actor = { id: change.actor_id, name: change.actor_name };
  if (kind === "task") return state === null ? null : { ...(JSON.parse(state) as object), actor };
  return { subject: { kind, id, name }, details: JSON.parse(change.details) as object, actor };
}

/** The deliveries of a change. Their ids are derived, so that two servers make them once. */
function deliveriesOf(change: FollowedChange, webhooks: readonly Follower[]): DeliveryRow[] {
  const fields = JSON.parse(change.fields) as FieldChange[];
  const events = eventsOf({ kind: change.kind, fields });
  const data = events.length > 0 ? dataOf(change) : null;
  if (!data) return [];
  const at = new Date(change.at);
  const followers = webhooks.filter(({ seen_until }) => seen_until < change.number);
  return events.flatMap(([event, some]) =>
    followers
      .filter((webhook) => webhook.events.split(",").includes(event))
      .map(({ id }) => {
        const own = { event, data: some.length > 0 ? { ...data, changes: some } : data };
        return newDelivery(id, own, at, derivedId(`${id} ${change.id} ${event}`));
      }),
  );
}

/** Makes the deliveries of the next changes. Returns whether there may be more. */
async function makeNext(db: Kysely<Database>, report: ReportSkipped): Promise<boolean> {
  // Before the webhooks are read: one that is switched on later sees no change up to this number.
  const settled = await settledNumber(db);
  const webhooks = await db
    .selectFrom("webhooks")
    .select(["id", "events", "seen_until"])
    .where("is_active", "=", 1)
    .execute();
  const after = Math.min(settled, ...webhooks.map(({ seen_until }) => seen_until));
  await db.deleteFrom("task_states").where("number", "<=", after).execute();
  if (after === settled) return false;
  const changes = await readChanges(db, after, settled);
  const hasMore = changes.length === CHANGES_PER_STEP;
  const seen_until = hasMore ? (changes.at(-1)?.number ?? settled) : settled;
  const deliveries = changes.flatMap((change) =>
    readOrSkip(change, (row) => deliveriesOf(row, webhooks), report),
  );
  // In no transaction, so that it doesn't conflict with the changes that read `webhooks`: what an interrupted
  // server has made is made once, because of the ids.
  for (const batch of batchesOf(deliveries)) {
    await db
      .insertInto("webhook_deliveries")
      .values(batch)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  const ids = webhooks.map(({ id }) => id);
  await db
    .updateTable("webhooks")
    .set({ seen_until })
    .where("id", "in", ids)
    .where("seen_until", "<", seen_until)
    .execute();
  return true;
}

/** Makes the deliveries of all changes that the active webhooks have not seen, and that can be read. */
export async function makeDeliveries(
  db: Kysely<Database>,
  report: ReportSkipped = () => undefined,
): Promise<void> {
  // Requests get their turn between two steps.
  while (await makeNext(db, report)) await setImmediate();
}
