import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { DAY_MS } from "#contract/time.ts";
import { SERVER } from "#server/changes/context.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { isHeld, type Lease, renewLease, whileHeld } from "#server/jobs/lease.ts";
import { beginJob } from "#server/jobs/queries.ts";
import { endJob } from "#server/jobs/step.ts";
import { hashesInUse } from "./rows.ts";
import type { FileStore } from "./store.ts";

/** All files are one subject: one of several servers sweeps at a time. */
const SUBJECT = "files";
/** The number of stored files for which rows are looked for at once. */
const STEP_FILES = 500;

/** The bytes in a store that no row has, in steps. */
export async function* unusedBytes(
  db: Kysely<Database>,
  store: FileStore,
): AsyncGenerator<string[]> {
  for await (const hashes of store.list()) {
    for (let start = 0; start < hashes.length; start += STEP_FILES) {
      const some = hashes.slice(start, start + STEP_FILES);
      const used = await hashesInUse(db, some);
      yield some.filter((hash) => !used.has(hash));
      await nextTurn();
    }
  }
}

async function beginSweep(db: Kysely<Database>, at: Date): Promise<Lease | undefined> {
  return await transaction(db, async (trx) => {
    if (await isHeld(trx, SUBJECT)) return undefined;
    return await beginJob(trx, { kind: "files_sweep", subject_id: SUBJECT }, { by: SERVER, at });
  });
}

/**
 * Deletes bytes that no file has, after a day: until then, an upload may be about to write its row. One of
 * several servers does it.
 */
export async function sweepFiles(db: Kysely<Database>, store: FileStore, now: Date): Promise<void> {
  const lease = await beginSweep(db, now);
  if (!lease) return;
  const before = new Date(now.getTime() - DAY_MS);
  await whileHeld(db, lease, async (lost) => {
    await store.deletePartial(before);
    for await (const hashes of unusedBytes(db, store)) {
      if (lost.aborted) return;
      for (const hash of hashes) await store.deleteUnless(hash, before);
    }
  });
  await transaction(db, async (trx) => {
    const job = await renewLease(trx, lease);
    if (job) await endJob(trx, job, "", now);
  });
}
