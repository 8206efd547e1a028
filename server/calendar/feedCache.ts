import type { Kysely } from "kysely";
import { dataVersion } from "#server/db/dataVersion.ts";
import type { Database } from "#server/db/schema.ts";
import { createFairQueue } from "#server/fairQueue.ts";
import { busy } from "#server/refusals.ts";
import { feedTag, feedText } from "./feed.ts";
import { feedTasks } from "./queries.ts";

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
 * Returns a function that reads a user's feed: its tag, and its text unless the client has that tag.
 * Anybody with the address may read a feed, so feeds are built one at a time, and kept until the data or
 * the day changes.
 */
export function createFeeds(db: Kysely<Database>, appUrl: string | null) {
  const readVersion = dataVersion(db);
  const limits = { lanes: 1, waitingMax: WAITING_MAX, deadlineMs: WAIT_MS };
  const queue = createFairQueue({ ...limits, refusal });
  /** The feed that was read longest ago comes first. */
  const feeds = new Map<string, CachedFeed>();

  async function build(userId: string, day: string, version: string): Promise<CachedFeed> {
    const tasks = await feedTasks(db, userId, day);
    let text: Promise<Buffer> | undefined;
    return {
      version,
      tag: feedTag(tasks, appUrl),
      text: () => (text ??= feedText(tasks, appUrl).then((all) => Buffer.from(all))),
    };
  }

  async function read(userId: string, day: string): Promise<CachedFeed> {
    const version = `${await readVersion()} ${day}`;
    const cached = feeds.get(userId);
    const feed = cached?.version === version ? cached : await build(userId, day, version);
    feeds.delete(userId);
    feeds.set(userId, feed);
    const [oldest] = feeds.keys();
    if (oldest !== undefined && feeds.size > FEEDS_CACHED_MAX) feeds.delete(oldest);
    return feed;
  }

  return async (userId: string, now: Date, isKnown: (tag: string) => boolean) =>
    await queue.run([userId], async () => {
      const { tag, text } = await read(userId, now.toISOString().slice(0, 10));
      return { tag, text: isKnown(tag) ? null : await text() };
    });
}
