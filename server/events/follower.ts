import type { Kysely } from "kysely";
import { readEnd, settledNumber } from "#server/changes/settled.ts";
import type { ReportSkipped } from "#server/changes/skipped.ts";
import type { Database } from "#server/db/schema.ts";
import { onCommit } from "#server/db/transaction.ts";
import { DatabaseUnavailable } from "#server/db/unavailable.ts";
import { type Recorded, readRecorded } from "./recorded.ts";

/** The number of changes that are read at a time. */
const CHANGES_PER_STEP = 500;
/** The time in ms after which a reader looks again for changes that wait for an older transaction. */
const HELD_RETRY_MS = 20;

interface FollowerOptions {
  /** Called with the next changes. Then {@link Follower.position} moves to the last of them. */
  tell: (recorded: readonly Recorded[]) => void;
  /** Called when this process has recorded changes. */
  announce: () => void;
  /** Called with the number of a change that can't be read, or after which the record can't be. */
  report: ReportSkipped;
}

/** Reads the record of changes. */
interface Follower {
  /** The number up to which the changes were told. */
  position(): number;
  /** Reads what other servers, or other programs, have recorded. */
  wake(): void;
  close(): Promise<void>;
}

/**
 * Follows the record of changes in the order of their numbers, from the present on: after each commit of
 * this process, and when it is woken.
 */
export async function followChanges(
  db: Kysely<Database>,
  { tell, announce, report }: FollowerOptions,
): Promise<Follower> {
  let position = await settledNumber(db);
  let reading = Promise.resolve();
  let isReading = false;
  let isAsked = false;
  let isOwn = false;
  let retry: NodeJS.Timeout | undefined;

  /** Tells of the changes up to the settled number. Returns whether any were committed since. */
  async function readNext(): Promise<boolean> {
    const { settled, last } = await readEnd(db);
    const before = position;
    while (position < settled) {
      const range = { after: position, until: settled, max: CHANGES_PER_STEP };
      const recorded = await readRecorded(db, range, report);
      const isLast = recorded.length < CHANGES_PER_STEP;
      if (recorded.length > 0) tell(recorded);
      position = isLast ? settled : (recorded.at(-1)?.number ?? settled);
    }
    if (last > position) retry ??= setTimeout(retryHeld, HELD_RETRY_MS).unref();
    return Math.max(last, position) > before;
  }

  function retryHeld(): void {
    retry = undefined;
    wake();
  }

  async function readAll(): Promise<void> {
    isReading = true;
    try {
      while (isAsked) {
        isAsked = false;
        const mayAnnounce = isOwn;
        isOwn = false;
        if ((await readNext()) && mayAnnounce) announce();
      }
    } catch (failure) {
      // The next call reads on.
      if (!(failure instanceof DatabaseUnavailable)) report(failure, position);
    } finally {
      isReading = false;
    }
  }

  function wake(): void {
    isAsked = true;
    if (!isReading) reading = readAll();
  }

  const stopListening = onCommit(db, () => {
    isOwn = true;
    wake();
  });

  return {
    position: () => position,
    wake,
    async close() {
      stopListening();
      clearTimeout(retry);
      await reading;
    },
  };
}
