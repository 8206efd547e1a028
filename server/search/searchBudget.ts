import { setImmediate as nextTurn } from "node:timers/promises";
import { COUNT_MAX } from "#contract/task.ts";
import { HttpError } from "#server/http/errors.ts";

/** What one search may cost; times in milliseconds of database work. */
export interface SearchLimits {
  /** Matches are counted up to here. */
  countMax: number;
  /** After this much work a search is refused. */
  workMs: number;
  /** After this much work, and `countedRows` rows, a page that is full isn't counted further. */
  countMs: number;
  countedRows: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  countMax: COUNT_MAX,
  workMs: 3_000,
  countMs: 80,
  countedRows: 10_000,
};

/** 422, not 503: trying the same search again would fail again. */
export const searchTooLong = () =>
  new HttpError(422, {
    error: "This search takes too long. Please search for a longer or rarer text, or set a filter.",
  });

/**
 * The work that one search may do, in steps. SQLite works in the server's own thread, so other
 * requests take their turn between two steps.
 */
export class SearchBudget {
  readonly countMax: number;
  readonly #limits: SearchLimits;
  #spentMs = 0;
  #rows = 0;

  constructor(limits: SearchLimits) {
    this.#limits = limits;
    this.countMax = limits.countMax;
  }

  /** Does one step. Throws a 422 when the steps before have used up the budget. */
  async step<T>(steps: StepSize, work: (size: number) => Promise<T>): Promise<T> {
    if (this.#spentMs > this.#limits.workMs) throw searchTooLong();
    await nextTurn();
    const start = performance.now();
    const result = await work(steps.size);
    const ms = performance.now() - start;
    this.#spentMs += ms;
    this.#rows += steps.size;
    steps.adapt(ms);
    return result;
  }

  /** Whether a page that is full should be answered without counting any further. */
  get countedEnough(): boolean {
    const { countMs, countedRows } = this.#limits;
    return this.#spentMs > countMs && this.#rows >= countedRows;
  }
}

/** A step should take this long. */
const STEP_MS = 5;

/** How many rows a step looks at: few at first, as nobody knows yet how long their texts are. */
export class StepSize {
  size: number;
  readonly #least: number;
  readonly #most: number;

  constructor(least: number, most: number) {
    this.size = least;
    this.#least = least;
    this.#most = most;
  }

  adapt(ms: number): void {
    if (ms < STEP_MS) this.size = Math.min(this.#most, this.size * 2);
    else if (ms > 2 * STEP_MS) this.size = Math.max(this.#least, Math.floor(this.size / 2));
  }
}
