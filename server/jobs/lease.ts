import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from "kysely";
import { SERVER } from "#server/changes/context.ts";
import { onPostgres, valuesIn } from "#server/db/dialect.ts";
import type { JobRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";

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
  /** The id of the job's maker, who shares the server with other makers. */
  maker: string;
}

/**
 * The time in some ms by the database's clock, which all its servers share. It is not the clock that tests
 * set.
 */
const inMs = (db: Kysely<Database>, ms: number) =>
  onPostgres(db)
    ? sql<string>`to_char((clock_timestamp() + make_interval(secs => ${ms / 1000})) at time zone 'utc',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${ms / 1000} seconds`})`;

/** The fields of a lease that begins now. */
export const leaseOf = (db: Kysely<Database>, owner: string) => ({
  lease_owner: owner,
  lease_until: inMs(db, LEASE_MS),
});

/** The leases of the jobs on which this process works, by its database. */
const leasesInWork = new WeakMap<Kysely<Database>, Set<Lease>>();

/**
 * Does work of a lease, which may end before that if the machine was suspended: another server may then take
 * the job, but this one doesn't take it from itself.
 */
export async function whileWorking<Result>(
  db: Kysely<Database>,
  lease: Lease,
  work: () => Promise<Result>,
): Promise<Result> {
  const leases = leasesInWork.get(db) ?? new Set();
  leasesInWork.set(db, leases.add(lease));
  try {
    return await work();
  } finally {
    leases.delete(lease);
  }
}

/** Whether somebody works on a job, or a server soon goes on with it: not after a failure. */
export const isUnderWay = ({ state, lease_owner, lease_until }: JobRow): boolean =>
  state === "running" && (lease_owner !== null || lease_until === null);

/** Whether nobody has the job's lease. One that ends too late was taken before the clock was set back. */
const isFree = (db: Kysely<Database>) => (eb: ExpressionBuilder<Database, "jobs">) =>
  eb.or([
    eb("lease_until", "is", null),
    eb("lease_until", "<", inMs(db, 0)),
    eb("lease_until", ">", inMs(db, PAUSE_MAX_MS)),
  ]);

/** Whether somebody works on a job of a subject. */
export async function isHeld(db: Kysely<Database>, subjectId: string): Promise<boolean> {
  const held = await db
    .selectFrom("jobs")
    .select("id")
    .where("subject_id", "=", subjectId)
    .where("state", "=", "running")
    .where("lease_owner", "is not", null)
    .where((eb) => eb.not(isFree(db)(eb)))
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Renews a lease, or takes one that nobody has; undefined if the job has ended or somebody else has it.
 * Anybody may take a job that is to stop.
 */
export async function renewLease(
  db: Kysely<Database> | Transaction<Database>,
  { id, owner }: Pick<Lease, "id" | "owner">,
): Promise<JobRow | undefined> {
  return await db
    .updateTable("jobs")
    .set(leaseOf(db, owner))
    .where("id", "=", id)
    .where("state", "=", "running")
    .where((eb) =>
      eb.or([eb("lease_owner", "=", owner), eb("stop_reason", "<>", ""), isFree(db)(eb)]),
    )
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
    return await whileWorking(db, lease, () => work(lost.signal));
  } finally {
    clearInterval(timer);
  }
}

/** Takes leases of jobs that nobody works on. */
export async function takeLeases(db: Kysely<Database>): Promise<Lease[]> {
  const own = Array.from(leasesInWork.get(db) ?? [], ({ id }) => id);
  const waiting = await db
    .selectFrom("jobs")
    .select(["id", "made_by as maker"])
    .where("state", "=", "running")
    .where(isFree(db))
    .where("id", "not in", valuesIn(db, own))
    .limit(10)
    .execute();
  const leases: Lease[] = [];
  for (const job of waiting) {
    const lease = { ...job, owner: randomUUID() };
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
export async function pauseAfterFailure(
  db: Kysely<Database>,
  { id, owner }: Pick<Lease, "id" | "owner">,
): Promise<void> {
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
      lease_until: inMs(db, Math.min(LEASE_MS * 2 ** held.failures, PAUSE_MAX_MS)),
      ...(isHopeless && { stop_reason: "It failed repeatedly: the server's log says why" }),
    })
    .where("id", "=", id)
    .where("lease_owner", "=", owner)
    .execute();
}
