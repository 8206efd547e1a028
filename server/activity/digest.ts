import type { Kysely } from "kysely";
import { ACTIVITY_PAGE_SIZE, DIGEST_MAX } from "#contract/activity.ts";
import { digestKey, isWithinHour } from "#contract/activityDigest.ts";
import type { ActivityEntry, ActivityResponse, UnreadActivity } from "#contract/shapes/activity.ts";
import type { Database } from "#server/db/schema.ts";
import { daysIn } from "#server/http/today.ts";
import type { RunLongRead } from "#server/search/longReads.ts";
import { type ActivitySearch, findPage, OF_TASKS, readEntries } from "./queries.ts";

/** The number of changes that are read at once. */
const STEP = 100;

interface Line {
  entry: ActivityEntry;
  day: string;
  tasks: Set<string>;
}

/** Sums up entries, the newest first. A line never crosses midnight. */
class Digest {
  readonly #dayOf: (instant: Date) => string;
  readonly #lines: Line[] = [];
  readonly #newest = new Map<string, Line>();

  constructor(timeZone: string) {
    this.#dayOf = daysIn(timeZone);
  }

  add(entry: ActivityEntry): void {
    const key = digestKey(entry);
    const day = this.#dayOf(new Date(entry.at));
    let line = this.#newest.get(key);
    if (line?.day !== day || !isWithinHour(line.entry, entry)) {
      line = { entry: { ...entry, count: 0 }, day, tasks: new Set() };
      this.#lines.push(line);
      this.#newest.set(key, line);
    }
    line.entry.count += 1;
    line.entry.oldest = entry.oldest;
    line.tasks.add(entry.task.id);
  }

  get size(): number {
    return this.#lines.length;
  }

  get entries(): ActivityEntry[] {
    return this.#lines.map(({ entry, tasks }) => ({ ...entry, tasks: tasks.size }));
  }
}

interface Reader {
  db: Kysely<Database>;
  user: { id: string; activity_seen: number };
  timeZone: string;
  runLongRead: RunLongRead;
}

/**
 * Sums up a bounded number of changes.
 *
 * @param isEnough whether to stop, after each step. `isRunning`: its last entry continues a line.
 */
async function digestOf(
  { db, user, timeZone, runLongRead }: Reader,
  search: ActivitySearch,
  fits: (entry: ActivityEntry) => boolean,
  isEnough: (lines: number, isRunning: boolean) => boolean,
): Promise<{ entries: ActivityEntry[]; next: number | null }> {
  const digest = new Digest(timeZone);
  let { before } = search;
  for (let read = 0; ; ) {
    const page = await findPage(db, user.id, { ...search, before }, runLongRead, STEP);
    let lines = digest.size;
    for (const entry of await readEntries(db, page.numbers)) {
      lines = digest.size;
      if (fits(entry)) digest.add(entry);
    }
    read += page.numbers.length;
    before = page.next ?? undefined;
    const isOver = page.numbers.length === 0 || read >= DIGEST_MAX;
    if (page.next === null || isOver || isEnough(digest.size, lines === digest.size))
      return { entries: digest.entries, next: page.next };
  }
}

/**
 * One page of lines, each of one user's changes of one kind within an hour of a day. It ends between two lines where
 * it can: a long run of changes, such as a hand-over, is counted to its end.
 */
export async function listDigest(
  reader: Reader,
  search: ActivitySearch,
): Promise<ActivityResponse> {
  const page = await digestOf(
    reader,
    search,
    () => true,
    (lines, isRunning) => lines >= ACTIVITY_PAGE_SIZE && !isRunning,
  );
  return { ...page, seen: reader.user.activity_seen };
}

/** How many lines are new to the user, without those of their own changes. On the first visit none is. */
export async function countUnread(
  reader: Reader,
  { after = reader.user.activity_seen, ...search }: ActivitySearch,
): Promise<UnreadActivity> {
  const { db, user } = reader;
  if (after === 0) return { lines: 0, more: false, since: null };
  const seen = await db
    .selectFrom("changes")
    .select("at")
    .where(OF_TASKS)
    .where("number", "<=", after)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const isOthers = ({ actor }: ActivityEntry) => actor.id !== user.id;
  const { entries, next } = await digestOf(reader, { ...search, after }, isOthers, () => false);
  return { lines: entries.length, more: next !== null, since: seen?.at ?? null };
}
