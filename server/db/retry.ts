import { setTimeout as pause } from "node:timers/promises";
import { codeOf, unavailable } from "./unavailable.ts";

/** Work that met other work; what it did is undone, and it may be done again from its beginning. */
const CONFLICTS = new Set(["40001", "40P01"]);

/**
 * With ten, eight writers of one row all get through; the others are for a busy machine, and for
 * long work among much short work. Together they wait for two seconds, five at most.
 */
const ATTEMPTS = 20;
const LONGEST_PAUSE = 300;

/**
 * Does work again that failed because of other work at the same time: serialisation failures and
 * deadlocks. The pauses grow, and are random so that the same two don't meet again. After twenty
 * attempts the database counts as unavailable.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (failure) {
      if (!CONFLICTS.has(codeOf(failure) ?? "")) throw failure;
      if (attempt === ATTEMPTS) throw unavailable(failure);
      await pause(Math.random() * Math.min(LONGEST_PAUSE, 4 * 2 ** attempt));
    }
  }
}
