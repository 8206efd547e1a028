import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, unavailable } from "./unavailable.ts";

/** SQLSTATEs of serialization failures and deadlocks: PostgreSQL has rolled the work back. */
const CONFLICTS = new Set(["40001", "40P01"]);

/**
 * Ten attempts are enough for eight writers of one row. The others are for a busy machine. All pauses
 * together take about two seconds, at most five.
 */
const ATTEMPTS_MAX = 20;
const PAUSE_MAX_MS = 300;

/**
 * Retries work that conflicts with concurrent work. The pauses grow, and are random so that the same
 * two don't conflict again. After the last attempt it throws a `DatabaseUnavailable`.
 *
 * @param work gets the number of the attempt, from 1
 */
export async function retryConflicts<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (failure) {
      if (!CONFLICTS.has(errorCode(failure) ?? "")) throw failure;
      if (attempt === ATTEMPTS_MAX) throw unavailable(failure);
      await sleep(Math.random() * Math.min(PAUSE_MAX_MS, 4 * 2 ** attempt));
    }
  }
}
