import type { Kysely, Transaction } from "kysely";
import type { AuditContext } from "#server/audit/record.ts";
import type { Database, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import type { ServerEvent } from "#server/eventBus.ts";
import { publishInbox } from "#server/inbox/publish.ts";
import { handOverTasks } from "#server/tasks/handOver.ts";
import { changeItem, type Outcome, refusal } from "./change.ts";
import { findRun, leaseOf, nextItems, saveItems } from "./queries.ts";
import { CHANGED_SINCE, changedSince, revertItem } from "./revert.ts";

/** Users per transaction: few, so that other requests wait only briefly. */
const SLICE_USERS = 25;
/** Deletions take longer, because they unassign tasks. */
const SLICE_DELETIONS = 20;

const sliceOf = ({ action, hand_over_to }: UserRunRow): number => {
  if (action !== "delete") return SLICE_USERS;
  return hand_over_to === null ? SLICE_DELETIONS : 1;
};

/** A user whose tasks could not be handed over. */
type Refused = { id: string; outcome: Outcome };

/** Hands over the open tasks of the next user, before their deletion. A repeat does no harm. */
async function handOverNext(
  { db, events }: Deps,
  run: UserRunRow,
  context: AuditContext,
): Promise<Refused | undefined> {
  const [item] = await nextItems(db, run.id, { result: "waiting" }, 1);
  if (!item) return undefined;
  try {
    for (let left = true; left; ) {
      const handed = await handOverTasks(db, item.user_id, run.hand_over_to, context);
      for (const id of handed.ids)
        events.publish({ type: "task", id, change: "updated", by: null });
      publishInbox(events, handed.notified);
      ({ left } = handed);
    }
    return undefined;
  } catch (failure) {
    return { id: item.user_id, outcome: refusal(failure) };
  }
}

/** Renews the lease of a run that this server works on; undefined if it may not work on it. */
async function renewLease(
  trx: Transaction<Database>,
  id: string,
  owner: string,
): Promise<UserRunRow | undefined> {
  return await trx
    .updateTable("user_runs")
    .set(leaseOf(owner))
    .where("id", "=", id)
    .where("state", "in", ["running", "undoing"])
    .where((eb) =>
      eb.or([
        eb("lease_owner", "=", owner),
        eb("lease_until", "is", null),
        eb("lease_until", "<", new Date().toISOString()),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}

type Change = (item: UserRunItemRow) => Promise<Outcome>;

/** Returns the function that changes an item, or undoes its change. */
async function changeOf(
  trx: Transaction<Database>,
  run: UserRunRow,
  items: readonly UserRunItemRow[],
  context: AuditContext,
): Promise<Change> {
  if (run.state !== "undoing") return (item) => changeItem(trx, run, item.user_id, context);
  const later = await changedSince(trx, run, items);
  return async (item) =>
    later.has(item.user_id) ? CHANGED_SINCE : await revertItem(trx, run, item, context);
}

/** The events for changed users whose sessions may have ended. */
function eventsOf(
  { team_id, action }: UserRunRow,
  items: readonly UserRunItemRow[],
): ServerEvent[] {
  const changed = items.filter(({ result }) => result === "done" || result === "undone");
  if (changed.length === 0) return [];
  if (team_id !== null) return [{ type: "team", id: team_id, change: "updated", by: null }];
  if (action === "role") return [];
  return changed.map(({ user_id }) => ({ type: "session", id: user_id }));
}

/** `hasMore`: this server must go on with the run. */
interface Slice {
  events: ServerEvent[];
  hasMore: boolean;
}

/** Changes the next users and stores their results in one transaction: so each is changed once. */
async function changeSlice(
  trx: Transaction<Database>,
  { id, owner, refusedUser }: { id: string; owner: string; refusedUser: Refused | undefined },
  context: AuditContext,
): Promise<Slice> {
  const run = await renewLease(trx, id, owner);
  if (!run) return { events: [], hasMore: false };
  const size = sliceOf(run);
  const result = run.state === "undoing" ? "done" : "waiting";
  const items = await nextItems(trx, id, { result }, size);
  const change = await changeOf(trx, run, items, context);
  const handled: UserRunItemRow[] = [];
  for (const item of items) {
    const outcome =
      item.user_id === refusedUser?.id && run.state === "running"
        ? refusedUser.outcome
        : await change(item);
    const changed_at = outcome.result === "done" ? context.at.toISOString() : item.changed_at;
    handled.push({ ...item, ...outcome, changed_at });
  }
  await saveItems(trx, handled);
  const events = eventsOf(run, handled);
  if (items.length === size) return { events, hasMore: true };
  const end = run.state === "undoing" ? ("undone" as const) : ("done" as const);
  const finished_at = run.finished_at ?? context.at.toISOString();
  await trx
    .updateTable("user_runs")
    .set({ state: end, finished_at, lease_owner: null, lease_until: null })
    .where("id", "=", id)
    .execute();
  const finished = { type: "userRun", id, change: end === "done" ? "finished" : "undone" } as const;
  return { events: [...events, { ...finished, by: null }], hasMore: false };
}

/**
 * Changes the next users of a run. Several servers may try: only the one with the lease succeeds.
 *
 * @returns whether this server must go on with the run
 */
export async function runSlice(deps: Deps, id: string, owner: string): Promise<boolean> {
  const { db, now } = deps;
  const run = await findRun(db, id);
  const by = { id: run.created_by, name: run.created_by_name };
  const context: AuditContext = { by, at: now(), isPartOfRun: true };
  let refusedUser: Refused | undefined;
  if (run.hand_over_to !== null) {
    const claimed = await transaction(db, (trx) => renewLease(trx, id, owner));
    if (!claimed) return false;
    refusedUser = await handOverNext(deps, run, context);
  }
  const slice = await transaction(db, (trx) =>
    changeSlice(trx, { id, owner, refusedUser }, context),
  );
  for (const event of slice.events) deps.events.publish(event);
  return slice.hasMore;
}

/** Runs that wait for a server: nobody has their lease. */
export async function findWaitingRuns(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom("user_runs")
    .select("id")
    .where("state", "in", ["running", "undoing"])
    .where((eb) =>
      eb.or([eb("lease_until", "is", null), eb("lease_until", "<", new Date().toISOString())]),
    )
    .limit(10)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lets other servers go on with this server's runs. */
export async function releaseLeases(db: Kysely<Database>, owner: string): Promise<void> {
  await db
    .updateTable("user_runs")
    .set({ lease_owner: null, lease_until: null })
    .where("lease_owner", "=", owner)
    .execute();
}
