import { setImmediate as nextTurn } from "node:timers/promises";
import { COUNT_MAX } from "#contract/task.ts";
import { Refusal } from "#server/refusals.ts";

/** Limits of one search. Times are milliseconds of database work. */
export interface SearchLimits {
  /** The highest number of matches that is counted. */
  countMax: number;
  /** The tasks of several people are sorted together up to this number. */
  sortMax: number;
  /** The search fails after this many ms of work. */
  workMs: number;
  /** Counting stops after this many ms of work if the page is full. */
  countMs: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  countMax: COUNT_MAX,
  sortMax: 500,
  workMs: 3_000,
  countMs: 50,
};

/** Not "busy", because the same search would fail again. */
export const searchTooLong = () =>
  new Refusal("too_costly", {
    error: "This search takes too long. Please search for a longer or rarer text, or set a filter.",
  });

/**
 * Measures the work of one search, which runs in steps. SQLite runs in the server's only thread, so
 * other requests run between two steps.
 */
export class SearchBudget {
  readonly countMax: number;
  readonly sortMax: number;
  readonly #limits: SearchLimits;
  #spentMs = 0;

  constructor(limits: SearchLimits) {
    this.#limits = limits;
    this.countMax = limits.countMax;
    this.sortMax = limits.sortMax;
  }

  /** Runs one step. Throws a 422 if the earlier steps have used the budget. */
  async step<T>(steps: StepSize, work: (size: number) => Promise<T>): Promise<T> {
    if (this.#spentMs > this.#limits.workMs) throw searchTooLong();
    await nextTurn();
    const start = performance.now();
    const result = await work(steps.size);
    const ms = performance.now() - start;
    this.#spentMs += ms;
    steps.adapt(ms);
    return result;
  }

  /** Whether to stop counting once the page is full. */
  get countedEnough(): boolean {
    return this.#spentMs > this.#limits.countMs;
  }
}

/** The intended duration of a step in ms. */
const STEP_MS = 5;

/** The number of rows per step. It starts small, because the length of the texts is unknown. */
export class StepSize {
  size: number;
  readonly #min: number;
  readonly #max: number;

  constructor(min: number, max: number) {
    this.size = min;
    this.#min = min;
    this.#max = max;
  }

  adapt(ms: number): void {
    if (ms < STEP_MS) this.size = Math.min(this.#max, this.size * 2);
    else if (ms > 2 * STEP_MS) this.size = Math.max(this.#min, Math.floor(this.size / 2));
  }
}

/** The size of a step that is a single statement. */
export const ONE_STATEMENT = new StepSize(1, 1);
