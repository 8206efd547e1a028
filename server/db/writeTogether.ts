import { setTimeout as pause } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { retryConflicts } from "#server/db/retry.ts";
import type { Database } from "#server/db/schema.ts";

/** The time in ms in which writes are collected. */
const COLLECT_MS = 10;

/** Writes in a transaction that may hold the writes of others, too. It may run several times. */
type WriteTogether = <T>(write: (trx: Transaction<Database>) => Promise<T>) => Promise<T>;

/**
 * Collects the writes of a few milliseconds into one transaction. On SQLite each commit waits for the
 * disk, and nothing else runs during that time: the deliveries of a change to 20 webhooks would delay the
 * next change by 60 commits.
 */
export function createWriteTogether(db: Kysely<Database>): WriteTogether {
  let next: Promise<unknown[]> | undefined;
  let writes: Parameters<WriteTogether>[0][] = [];

  async function writeAll(): Promise<unknown[]> {
    await pause(COLLECT_MS);
    const group = writes;
    writes = [];
    next = undefined;
    return await retryConflicts(() =>
      db.transaction().execute(async (trx) => {
        const results: unknown[] = [];
        for (const write of group) results.push(await write(trx));
        return results;
      }),
    );
  }

  return async (write) => {
    const index = writes.push(write) - 1;
    next ??= writeAll();
    return (await next)[index] as Awaited<ReturnType<typeof write>>;
  };
}
