import { setInterval } from "node:timers";
import { setImmediate as breathe, setTimeout as pause } from "node:timers/promises";
import { Mutex } from "async-mutex";
import type { Kysely } from "kysely";
import { textsIn } from "#server/db/dialect.ts";
import type { Database } from "#server/db/schema.ts";
import { KEPT, type Position, taskChanges } from "#server/db/taskChanges.ts";
import { type FindTexts, textFinder, textIndexOf } from "#server/db/texts.ts";
import type { TaskColumns } from "./taskColumns.ts";
import { INDEXED, loadColumns } from "./loadColumns.ts";
import { RarePairs } from "./rarePairs.ts";
import { createScans, type TextScan, withText } from "./textScans.ts";

/** What may be set otherwise, so that tests reach every path with few tasks. */
export interface TaskIndexOptions {
  /** With fewer tasks there is no index: the database answers as quickly. */
  least?: number;
  /** Tasks that are read at once. */
  chunk?: number;
  /** Tasks that may have been written between two readings; after more all are read anew. */
  mostChanges?: number;
  /** In more tasks than this a text isn't looked up, but looked for. */
  mostFound?: number;
  /** How much is kept of what few tasks say. */
  rarePairs?: ConstructorParameters<typeof RarePairs>[0];
}

/**
 * What this server knows of all tasks, to answer for a million of them what databases have to count
 * for: totals, deep pages and the dashboard. It is exact: each reading takes in what was committed
 * before it, by whichever server.
 */
export interface TaskIndex {
  /** Everything that is committed; undefined when the database has to be asked itself. */
  read(): Promise<TaskColumns | undefined>;
  /** The same, but waits when all tasks are just being read. */
  readInTime(): Promise<TaskColumns | undefined>;
  /** Asks the database's index of texts; undefined when there is nothing that knows. */
  findTexts: FindTexts;
  /** About how many tasks contain a text: a guess from some of them. */
  estimate(text: string): number;
  /** Whether all tasks that contain a text are known. */
  isCounted(text: string): boolean;
  /** What is known of the tasks that contain a text, and is kept up to date from now on. */
  scan(text: string): TextScan;
  /** Looks through more tasks for the text of a scan, newest first. False when it isn't kept any more. */
  lookFurther(scan: TextScan): Promise<boolean>;
  /** Completes a scan by the index of texts, if that knows its text and not too many tasks have it. */
  lookUp(scan: TextScan): Promise<void>;
  /** Sees to it that a scan gets to its end by itself. */
  finish(scan: TextScan): void;
  /** Begins to watch the tasks; settles when they are read, if they are so many. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const LEAST = 10_000;
const CHUNK = 2_000;
const MOST_CHANGES = 20_000;
const SAMPLE = 4_000;
/** Between two looks whether there are so many tasks by now, and at what can be forgotten. */
const INTERVAL = 60_000;

export function createTaskIndex(db: Kysely<Database>, options: TaskIndexOptions = {}): TaskIndex {
  const { least = LEAST, chunk = CHUNK, mostChanges = MOST_CHANGES, rarePairs } = options;
  const { knowsShort, most } = textIndexOf(db);
  const { mostFound = most } = options;
  const changes = taskChanges(db);
  const scans = createScans();
  // What is read of the database is taken in, in the order in which it was read.
  const mutex = new Mutex();
  const closing = new AbortController();
  let columns: TaskColumns | undefined;
  let position: Position = "";
  let readAt = 0;
  let queued: Promise<void> | undefined;
  let loading: Promise<void> | undefined;
  let finishing: Promise<void> | undefined;
  let finder: FindTexts | undefined;
  let pairs: RarePairs | undefined;
  let sample: string[] = [];
  let writtenSince = 0;
  /** There are tasks that the columns can't express. */
  let unfit = false;

  async function load(): Promise<void> {
    if (unfit) return;
    const many = await db.selectFrom("tasks").select("id").limit(1).offset(least).execute();
    if (many.length === 0) return;
    const from = await changes.position();
    const noted = knowsShort ? undefined : new RarePairs(rarePairs);
    const loaded = await loadColumns(db, chunk, closing.signal, noted);
    unfit ||= !loaded && !closing.signal.aborted;
    if (!loaded) return;
    const texts = await sampleTexts(loaded);
    finder = await textFinder(db);
    await mutex.runExclusive(async () => {
      [columns, position, readAt, sample] = [loaded, from, performance.now(), texts];
      pairs = noted;
      await takeIn(loaded);
    });
  }

  /** Reads all tasks, in the background. What the database failed with is tried again later. */
  function reload(): Promise<void> {
    loading ??= load()
      .catch(() => undefined)
      .finally(() => (loading = undefined));
    return loading;
  }

  /** From now on the database is asked, until all tasks are read anew. */
  function giveUp(): void {
    columns = undefined;
    scans.clear();
    void reload();
  }

  /** Takes in what was written since the last time. */
  async function takeIn(known: TaskColumns): Promise<void> {
    if (performance.now() - readAt > (KEPT * 1000) / 2) return giveUp();
    const now = performance.now();
    const news = await changes.since(position, mostChanges);
    if (news.ids.length > mostChanges) return giveUp();
    for (let first = 0; first < news.ids.length; first += chunk) {
      if (!(await readAgain(known, news.ids.slice(first, first + chunk)))) return giveUp();
    }
    position = news.position;
    readAt = now;
    writtenSince += news.ids.length;
    if (writtenSince > known.size / 10) {
      writtenSince = 0;
      sampleTexts(known).then(
        (texts) => (sample = texts),
        () => undefined,
      );
    }
  }

  async function readAgain(known: TaskColumns, ids: string[]): Promise<boolean> {
    const rows = await db
      .selectFrom("tasks")
      .select([...INDEXED, "search_text"])
      .where("id", "in", textsIn(db, ids))
      .execute();
    const gone = new Set(ids);
    for (const row of rows) {
      gone.delete(row.id);
      if (!known.put(row)) return false;
      const slot = known.slotOf(row.id);
      if (slot === undefined) continue;
      scans.keep(slot, row.search_text);
      pairs?.add(slot, row.search_text);
    }
    for (const id of gone) known.remove(id);
    return true;
  }

  async function sampleTexts(known: TaskColumns): Promise<string[]> {
    const ids = known.sample(SAMPLE);
    const texts: string[] = [];
    for (let first = 0; first < ids.length; first += 500) {
      const rows = await db
        .selectFrom("tasks")
        .select("search_text")
        .where("id", "in", textsIn(db, ids.slice(first, first + 500)))
        .execute();
      texts.push(...rows.map(({ search_text }) => search_text));
      await breathe();
    }
    return texts;
  }

  /** Requests that come while others wait share the next reading with them. */
  function takeInNext(): Promise<void> {
    queued ??= mutex.runExclusive(async () => {
      queued = undefined;
      if (columns) await takeIn(columns);
    });
    return queued;
  }

  async function findTexts(text: string, most: number): Promise<string[] | undefined> {
    const found = await finder?.(text, most);
    if (found || !columns) return found;
    const { ids } = columns;
    const some = pairs?.mayContain(text)?.map((slot) => ids[slot] ?? "");
    return some && (await withText(db, some, text));
  }

  async function lookUp(scan: TextScan): Promise<void> {
    const known = columns;
    if (!known || estimate(scan.text) > mostFound) return;
    const find = async (text: string) => {
      const ids = await findTexts(text, mostFound + 1);
      return ids && ids.length <= mostFound ? ids : undefined;
    };
    await scan.takeAll(known, find, () => columns === known && scans.has(scan));
  }

  function estimate(text: string): number {
    if (!columns || sample.length === 0) return 0;
    const hits = sample.filter((other) => other.includes(text)).length;
    return (hits / sample.length) * columns.size;
  }

  async function lookFurther(scan: TextScan): Promise<boolean> {
    const looked = await mutex.runExclusive(async () => {
      if (!columns || !scans.has(scan)) return false;
      await scan.next(db, columns, chunk);
      return true;
    });
    await breathe();
    return looked;
  }

  /** One scan after the other, with as much rest as work. */
  async function finishAll(): Promise<void> {
    for (;;) {
      const scan = scans.unfinished();
      if (!scan || closing.signal.aborted) return;
      const start = performance.now();
      await lookUp(scan);
      if (!scan.complete) await lookFurther(scan);
      await pause(performance.now() - start, undefined, { signal: closing.signal });
    }
  }

  async function lookAfter(): Promise<void> {
    if (columns) await takeInNext();
    else void reload();
    await changes.forget();
  }

  let timer: NodeJS.Timeout | undefined;

  async function read(): Promise<TaskColumns | undefined> {
    if (!columns) return undefined;
    await takeInNext();
    return columns;
  }

  return {
    read,
    async readInTime() {
      if (!columns) await loading;
      return await read();
    },
    findTexts,
    estimate,
    isCounted: (text) => scans.isComplete(text),
    scan: (text) => scans.of(text),
    lookFurther,
    lookUp,
    finish(scan) {
      scan.wanted = true;
      finishing ??= finishAll()
        .catch(() => undefined)
        .finally(() => (finishing = undefined));
    },
    async start() {
      timer ??= setInterval(() => void lookAfter().catch(() => undefined), INTERVAL).unref();
      await reload();
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await Promise.all([loading, finishing]);
    },
  };
}
