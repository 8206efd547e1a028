import { randomUUID } from "node:crypto";
import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import { SERVER } from "#server/changes/context.ts";
import type { Database, JobRow } from "#server/db/schema.ts";

/** The time in ms for which a server that crashed blocks a job. */
const LEASE_MS = 15_000;
/** The longest pause in ms after failures. The first one is as long as a lease, and each next one twice as long. */
const PAUSE_MAX_MS = 10 * 60 * 1000;
/** A job that fails this many times in a row, over two hours, is stopped. */
const FAILURES_MAX = 20;

/** The right to work on a job. `owner` tells those who have it from those before and after. */
export interface Lease {
  /** The id of the job. */
  id: string;
  owner: string;
}

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** The fields of a lease that begins now. Leases use the system's clock, not the one that tests set. */
export const leaseOf = (owner: string) => ({ lease_owner: owner, lease_until: inMs(LEASE_MS) });

/** Whether somebody works on a job. */
export const isHeld = ({ state, lease_owner, lease_until }: JobRow): boolean =>
  state === "running" && lease_owner !== null && (lease_until ?? "") > new Date().toISOString();

/** Whether somebody works on a job, or a server soon goes on with it: not after a failure. */
export const isUnderWay = ({ state, lease_owner, lease_until }: JobRow): boolean =>
  state === "running" && (lease_owner !== null || lease_until === null);

/** Whether nobody has the job's lease. */
const isFree = (eb: ExpressionBuilder<Database, "jobs">) =>
  eb.or([eb("lease_until", "is", null), eb("lease_until", "<", new Date().toISOString())]);

/**
 * Renews a lease, or takes one that nobody has; undefined if the job has ended or somebody else has it.
 * Anybody may take a job that is to stop.
 */
export async function renewLease(
  db: Kysely<Database> | Transaction<Database>,
  { id, owner }: Lease,
): Promise<JobRow | undefined> {
  return await db
    .updateTable("jobs")
    .set(leaseOf(owner))
    .where("id", "=", id)
    .where("state", "=", "running")
    .where((eb) => eb.or([eb("lease_owner", "=", owner), eb("stop_reason", "<>", ""), isFree(eb)]))
    .returningAll()
    .executeTakeFirst();
}

/** Does work that has no steps while it renews the lease. `lost` aborts once somebody else has it. */
export async function whileHeld<Result>(
  db: Kysely<Database>,
  lease: Lease,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const renew = async () => {
    if (!(await renewLease(db, lease))) lost.abort();
  };
  // While the database can't be reached, nobody can take the lease.
  const timer = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 3);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}

/** Takes leases of jobs that nobody works on. */
export async function takeLeases(db: Kysely<Database>): Promise<Lease[]> {
  const waiting = await db
    .selectFrom("jobs")
    .select("id")
    .where("state", "=", "running")
    .where(isFree)
    .limit(10)
    .execute();
  const leases: Lease[] = [];
  for (const { id } of waiting) {
    const lease = { id, owner: randomUUID() };
    if (await renewLease(db, lease)) leases.push(lease);
  }
  return leases;
}

/** Lets others work on a job. */
export async function releaseLease(db: Kysely<Database>, { id, owner }: Lease): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ lease_owner: null, lease_until: null })
    .where("id", "=", id)
    .where("lease_owner", "=", owner)
    .execute();
}

/**
 * Lets others work on a job that has failed. Servers wait for the end of the lease, which is later after
 * each failure; people need not. A job that keeps failing is stopped, unless the server itself began it.
 */
export async function pauseAfterFailure(db: Kysely<Database>, { id, owner }: Lease): Promise<void> {
  const held = await db
    .selectFrom("jobs")
    .select(["failures", "made_by"])
    .where("id", "=", id)
    .where("lease_owner", "=", owner)
    .executeTakeFirst();
  if (!held) return;
  const failures = held.failures + 1;
  const isHopeless = failures >= FAILURES_MAX && held.made_by !== SERVER.id;
  await db
    .updateTable("jobs")
    .set({
      failures,
      lease_owner: null,
      lease_until: inMs(Math.min(LEASE_MS * 2 ** held.failures, PAUSE_MAX_MS)),
      ...(isHopeless && { stop_reason: "It failed repeatedly: the server's log says why" }),
    })
    .where("id", "=", id)
    .where("lease_owner", "=", owner)
    .execute();
}
