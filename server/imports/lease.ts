import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { Database, ImportRecord } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { conflict } from "#server/http/errors.ts";

/** The time in ms for which a request that crashed blocks the import. */
const LEASE_MS = 60_000;

/** The work of one request on an import. `owner` tells it from the requests before and after it. */
export interface Lease {
  id: string;
  owner: string;
}

export const newLease = (id: string): Lease => ({ id, owner: randomUUID() });

/** The columns of a lease that begins now. Leases use the system's clock, not the one that tests set. */
export const leaseOf = ({ owner }: Lease) => ({
  busy_by: owner,
  busy_until: new Date(Date.now() + LEASE_MS).toISOString(),
});

/** Whether a request works on the import and renews its lease. */
export const isBusy = ({ busy_until }: Pick<ImportRecord, "busy_until">): boolean =>
  busy_until !== null && busy_until > new Date().toISOString();

/**
 * Renews the lease in the transaction of a step. Throws a 409 if another request has taken over the
 * import: this one may change nothing more.
 */
export async function renewLease(trx: Transaction<Database>, lease: Lease): Promise<ImportRecord> {
  return await trx
    .updateTable("imports")
    .set(leaseOf(lease))
    .where("id", "=", lease.id)
    .where("busy_by", "=", lease.owner)
    .returningAll()
    .executeTakeFirstOrThrow(() => conflict("Another request has taken over this import"));
}

/** Does work on an import, and ends the lease. */
export async function whileLeased(
  db: Kysely<Database>,
  { id, owner }: Lease,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } finally {
    await db
      .updateTable("imports")
      .set({ busy_by: null, busy_until: null })
      .where("id", "=", id)
      .where("busy_by", "=", owner)
      .execute();
  }
}

/**
 * Works on an import in steps: each is a transaction that first renews the lease.
 *
 * @param step returns whether there is more to do
 */
export async function inSteps(
  db: Kysely<Database>,
  lease: Lease,
  step: (trx: Transaction<Database>, row: ImportRecord) => Promise<boolean>,
): Promise<void> {
  const next = () => transaction(db, async (trx) => await step(trx, await renewLease(trx, lease)));
  while (await next()) await nextTurn();
}
