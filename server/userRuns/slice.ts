import type { Kysely, Transaction } from "kysely";
import type { AuditContext } from "#server/audit/record.ts";
import type { Database, UserRunItemRow, UserRunRow } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import type { ServerEvent } from "#server/eventBus.ts";
import { changeItem, type Outcome } from "./change.ts";
import { endRun, makerOf, reasonToStop } from "./end.ts";
import { leaseOf, nextItems, saveItems } from "./queries.ts";
import { CHANGED_SINCE, changedSince, revertItem } from "./revert.ts";

/** Users per transaction: few, so that other requests wait only briefly. */
const SLICE_USERS = 25;
/** Deletions take longer, because they unassign tasks. */
const SLICE_DELETIONS = 20;

const sliceOf = ({ action, state, hand_over_to }: UserRunRow): number => {
  if (hand_over_to !== null && state === "running") return 1;
  return action === "delete" ? SLICE_DELETIONS : SLICE_USERS;
};

/**
 * Renews the lease of a run that this server works on; undefined if it may not work on it. Any server
 * may end a run that was stopped.
 */
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
        eb("stop_reason", "<>", ""),
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

/** The events for a user whose tasks have got another assignee, or none. */
function reassignedEvents({ hand_over_to }: UserRunRow, id: string): ServerEvent[] {
  const events: ServerEvent[] = [{ type: "user", id, change: "reassigned", by: null }];
  if (hand_over_to !== null) {
    events.push({ type: "inbox", id: hand_over_to, change: "updated", by: null });
  }
  return events;
}

/** A slice ends after a user with whom it has reassigned this many tasks. */
const SLICE_TASKS = 100;

/** `hasMore`: this server must go on with the run. */
interface Slice {
  events: ServerEvent[];
  hasMore: boolean;
}

/**
 * Changes the next users, with their tasks, and stores their results in one transaction: so each is
 * changed once, and either completely or not at all.
 */
async function changeSlice(
  trx: Transaction<Database>,
  { id, owner, at }: { id: string; owner: string; at: Date },
): Promise<Slice> {
  const run = await renewLease(trx, id, owner);
  if (!run) return { events: [], hasMore: false };
  const by = makerOf(run);
  const context = { by, at, runId: id };
  const reason = await reasonToStop(trx, run, by);
  if (reason !== "") {
    return { events: [await endRun(trx, run, reason, { by, at })], hasMore: false };
  }
  const size = sliceOf(run);
  const result = run.state === "undoing" ? "done" : "waiting";
  const items = await nextItems(trx, id, { result }, size);
  const change = await changeOf(trx, run, items, context);
  const handled: UserRunItemRow[] = [];
  const events: ServerEvent[] = [];
  let reassigned = 0;
  for (const item of items) {
    // The next slice handles the others.
    if (reassigned >= SLICE_TASKS) break;
    const { tasks = 0, ...outcome } = await change(item);
    reassigned += tasks;
    if (tasks > 0) events.push(...reassignedEvents(run, item.user_id));
    const changed_at = outcome.result === "done" ? at.toISOString() : item.changed_at;
    handled.push({ ...item, ...outcome, changed_at });
  }
  await saveItems(trx, handled);
  events.push(...eventsOf(run, handled));
  const hasMore = items.length === size || handled.length < items.length;
  if (!hasMore) events.push(await endRun(trx, run, "", { by, at }));
  return { events, hasMore };
}

/**
 * Changes the next users of a run. Several servers may try: only the one with the lease succeeds.
 *
 * @returns whether this server must go on with the run
 */
export async function runSlice(
  { db, events, now }: Pick<Deps, "db" | "events" | "now">,
  id: string,
  owner: string,
): Promise<boolean> {
  const slice = await transaction(db, (trx) => changeSlice(trx, { id, owner, at: now() }));
  for (const event of slice.events) events.publish(event);
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
