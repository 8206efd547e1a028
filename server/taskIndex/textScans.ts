import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { contains } from "#server/tasks/filters.ts";
import { type Marks, mark, noMarks } from "./marks.ts";
import type { TaskColumns } from "./taskColumns.ts";

/** Texts that are kept: a million tasks take 125 KB for each. */
const KEPT = 64;

/**
 * Which tasks contain a text, for texts that are in too many of them, or too short, for the
 * database's index: as far as was looked, from the newest to the oldest.
 */
export interface TextScan {
  /** The tasks that contain it; complete for those that are as old as `until`, or newer. */
  readonly marks: Marks;
  readonly until: number;
  readonly complete: boolean;
  /** Whether it is to be completed though nobody waits for it. */
  wanted: boolean;
  /** Looks at some more tasks. */
  next(db: Kysely<Database>, columns: TaskColumns, chunk: number): Promise<void>;
}

const instant = (ms: number) => new Date(ms).toISOString();

class Scan implements TextScan {
  readonly text: string;
  readonly marks = noMarks();
  until = Number.POSITIVE_INFINITY;
  complete = false;
  wanted = false;

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
    this.complete = columns.placeOf(this.until) === 0;
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
    keep(slot: number | undefined, searchText: string): void {
      if (slot === undefined) return;
      for (const { text, marks } of scans.values()) mark(marks, slot, searchText.includes(text));
    },
    clear: () => scans.clear(),
  };
}
