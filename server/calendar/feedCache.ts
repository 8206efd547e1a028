import type { Kysely } from "kysely";
import { dataVersion } from "#server/db/dataVersion.ts";
import type { Database } from "#server/db/schema.ts";
import { createFairQueue } from "#server/fairQueue.ts";
import { busy } from "#server/refusals.ts";
import { feedTag, feedText } from "./feed.ts";
import { type FeedSource, feedTasks } from "./queries.ts";

/** The maximum number of cached feeds. A feed has at most about 2 MB. */
const FEEDS_CACHED_MAX = 8;
/** The maximum number of requests that wait, and for how many ms each may. */
const WAITING_MAX = 200;
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 10;

interface CachedFeed {
  version: string;
  /** The entity tag, which changes whenever the text may. */
  tag: string;
  text(): Promise<Buffer>;
}

const refusal = () =>
  busy("Too many calendars are being read. Please try again in a moment.", RETRY_AFTER_SECONDS);

/**
 * Returns a function that reads a feed: its tag, and its text unless the client has that tag.
 * Anybody with the address may read a feed, so feeds are built one at a time, and kept until the data or
 * the day changes.
 */
export function createFeeds(db: Kysely<Database>, appUrl: string | null) {
  const readVersion = dataVersion(db);
  const limits = { lanes: 1, waitingMax: WAITING_MAX, deadlineMs: WAIT_MS };
  const queue = createFairQueue({ ...limits, refusal });
  /** The feed that was read longest ago comes first. */
  const feeds = new Map<string, CachedFeed>();

  async function build(source: FeedSource, day: string, version: string): Promise<CachedFeed> {
    const tasks = await feedTasks(db, source, day);
    const { name = "Taskdeck" } = source.view ?? {};
    let text: Promise<Buffer> | undefined;
    return {
      version,
      tag: feedTag(tasks, { name, appUrl }),
      text: () => (text ??= feedText(tasks, { name, appUrl }).then((all) => Buffer.from(all))),
    };
  }

  async function read(source: FeedSource, day: string): Promise<CachedFeed> {
    const key = `${source.userId} ${source.view?.id ?? ""}`;
    const version = `${await readVersion()} ${day}`;
    const cached = feeds.get(key);
    const feed = cached?.version === version ? cached : await build(source, day, version);
    feeds.delete(key);
    feeds.set(key, feed);
    const [oldest] = feeds.keys();
    if (oldest !== undefined && feeds.size > FEEDS_CACHED_MAX) feeds.delete(oldest);
    return feed;
  }

  return async (source: FeedSource, now: Date, isKnown: (tag: string) => boolean) =>
    await queue.run([source.userId], async () => {
      const { tag, text } = await read(source, now.toISOString().slice(0, 10));
      return { tag, text: isKnown(tag) ? null : await text() };
    });
}
