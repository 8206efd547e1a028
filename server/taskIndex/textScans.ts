import { setImmediate as breathe } from "node:timers/promises";
import type { Kysely } from "kysely";
import { textsIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { contains } from "#server/tasks/filters.ts";
import { type Marks, mark, noMarks } from "./marks.ts";
import type { TaskColumns } from "./taskColumns.ts";

/** So many tasks are asked for their text at once. */
const AT_ONCE = 1_000;
/** Marks that are made without letting others be served. */
const MARKS = 5_000;
/** Texts that are kept: a million tasks take 125 KB for each. */
const KEPT = 64;

/**
 * Which tasks contain a text, for texts that are in too many of them, or too short, for the
 * database's index: as far as was looked, from the newest to the oldest.
 */
export interface TextScan {
  readonly text: string;
  /** The tasks that contain it; complete for those that are as old as `until`, or newer. */
  readonly marks: Marks;
  readonly until: number;
  readonly complete: boolean;
  /** Whether it is to be completed though nobody waits for it. */
  wanted: boolean;
  /** Looks at some more tasks. */
  next(db: Kysely<Database>, columns: TaskColumns, chunk: number): Promise<void>;
  /**
   * Takes in all tasks as they are found in another way, if they can be; that is tried only once.
   *
   * @param isCurrent whether those columns and this scan are still kept up to date
   */
  takeAll(columns: TaskColumns, find: FindAll, isCurrent: () => boolean): Promise<void>;
}

/** Finds all tasks that contain a text; undefined when that can't be told, or they are too many. */
type FindAll = (text: string) => Promise<string[] | undefined>;

const instant = (ms: number) => new Date(ms).toISOString();

class Scan implements TextScan {
  readonly text: string;
  readonly marks = noMarks();
  until = Number.POSITIVE_INFINITY;
  complete = false;
  wanted = false;
  /** The tasks that were written while others are being found. */
  #written: Set<number> | undefined;
  #taking: Promise<void> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  async next(db: Kysely<Database>, columns: TaskColumns, chunk: number): Promise<void> {
    const { until } = this;
    const end = columns.placeOf(until);
    if (end > 0) {
      const from = columns.createdAt(Math.max(0, end - chunk));
      let query = db.selectFrom("tasks").select("id").where("created_at", ">=", instant(from));
      if (Number.isFinite(until)) query = query.where("created_at", "<", instant(until));
      for (const { id } of await query.where(contains(this.text)).execute()) {
        const slot = columns.slotOf(id);
        if (slot !== undefined) mark(this.marks, slot, true);
      }
      this.until = from;
    }
    this.complete ||= columns.placeOf(this.until) === 0;
  }

  async takeAll(columns: TaskColumns, find: FindAll, isCurrent: () => boolean): Promise<void> {
    this.#taking ??= this.#take(columns, find, isCurrent);
    try {
      await this.#taking;
    } catch (failure) {
      this.#taking = undefined;
      throw failure;
    }
  }

  async #take(columns: TaskColumns, find: FindAll, isCurrent: () => boolean): Promise<void> {
    const written = new Set<number>();
    this.#written = written;
    const ids = await find(this.text);
    const all = ids ?? [];
    for (let first = 0; first < all.length; first += MARKS) {
      if (first > 0) await breathe();
      for (const id of all.slice(first, first + MARKS)) {
        const slot = columns.slotOf(id);
        if (slot !== undefined && !written.has(slot)) mark(this.marks, slot, true);
      }
    }
    this.#written = undefined;
    this.complete ||= ids !== undefined && isCurrent();
  }

  /** Takes in what a task says now. */
  keep(slot: number, searchText: string): void {
    mark(this.marks, slot, searchText.includes(this.text));
    this.#written?.add(slot);
  }
}

/** The scans of the last texts that were searched for. */
export function createScans() {
  const scans = new Map<string, Scan>();
  return {
    of(text: string): TextScan {
      const scan = scans.get(text) ?? new Scan(text);
      scans.delete(text);
      scans.set(text, scan);
      const [oldest] = scans.keys();
      if (scans.size > KEPT && oldest !== undefined) scans.delete(oldest);
      return scan;
    },
    isComplete: (text: string): boolean => scans.get(text)?.complete === true,
    has: (scan: TextScan): boolean => [...scans.values()].includes(scan as Scan),
    /** The newest one that is to be completed. */
    unfinished: (): TextScan | undefined =>
      [...scans.values()].findLast(({ wanted, complete }) => wanted && !complete),
    /** Takes in what a task says now. */
    keep(slot: number, searchText: string): void {
      for (const scan of scans.values()) scan.keep(slot, searchText);
    },
    clear: () => scans.clear(),
  };
}

/** Those of some tasks that contain a text. */
export async function withText(
  db: Kysely<Database>,
  ids: readonly string[],
  text: string,
): Promise<string[]> {
  const found: string[] = [];
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const rows = await db
      .selectFrom("tasks")
      .select("id")
      .where("id", "in", textsIn(db, ids.slice(first, first + AT_ONCE)))
      .where(contains(text))
      .execute();
    for (const { id } of rows) found.push(id);
  }
  return found;
}
