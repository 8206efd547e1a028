import type { Change } from "#contract/events.ts";
import { type CacheAccess, createFreshener } from "./freshen.ts";
import { ALL_TAGS, type Tag, tagsOf } from "./newsTags.ts";

export interface NewsDeskOptions extends CacheAccess {
  /** This tab: what it did itself it knows already. */
  clientId: string;
  userId: string;
  /** ms between two rounds of fetching. */
  pause: number;
}

const keyOf = (tag: Tag) => (typeof tag === "string" ? tag : `${tag.type} ${tag.id}`);

/**
 * Gathers what news put out of date, and has it fetched: at once after a rest, then in rounds, and
 * in a hidden tab not before it is seen again.
 */
export function openNewsDesk({ clientId, userId, pause, ...cache }: NewsDeskOptions) {
  const freshen = createFreshener(cache);
  const stale = new Map<string, Tag>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting = true;
  let latest = 0;

  function round() {
    timer = undefined;
    resting = stale.size === 0;
    if (resting || document.hidden) return;
    const tags = [...stale.values()];
    stale.clear();
    freshen(tags, latest);
    timer = setTimeout(round, pause);
  }

  function add(tags: readonly Tag[]) {
    latest = Date.now();
    for (const tag of tags) stale.set(keyOf(tag), tag);
    // What comes in one go is one round.
    if (resting && tags.length > 0) {
      resting = false;
      timer ??= setTimeout(round, 0);
    }
  }

  function handleVisibility() {
    if (!document.hidden && stale.size > 0) timer ??= setTimeout(round, 0);
  }
  document.addEventListener("visibilitychange", handleVisibility);

  return {
    take(change: Change) {
      if (change.by !== clientId) add(tagsOf(change, userId));
    },
    /** Something was missed, and nobody knows what. */
    takeAnything() {
      add(ALL_TAGS);
    },
    close() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", handleVisibility);
    },
  };
}
