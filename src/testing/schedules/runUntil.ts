import type fc from "fast-check";
import { RuleViolation } from "./checkers/rules.ts";

/** After this many steps of the scheduler everything must have settled. */
const STEPS_MAX = 3_000;

const realSetImmediate = setImmediate;
/** Runs everything that doesn't wait for the network. */
const allSettled = () => new Promise<void>((resolve) => realSetImmediate(resolve));

/** Delivers one message after the other until `isOver`. `check` runs after each. */
export async function runUntil(
  scheduler: fc.Scheduler,
  check: () => void,
  isOver: () => boolean,
): Promise<void> {
  for (let steps = 0; ; steps += 1) {
    await allSettled();
    check();
    if (isOver()) return;
    if (steps > STEPS_MAX) throw new RuleViolation("settles: it never does");
    await scheduler.waitNext(1);
  }
}
