import type { Change } from "#contract/events.ts";
import { ALL_TAGS, type Tag, tagsOf } from "./eventTags.ts";
import { type CacheAccess, createStaleRefetcher } from "./refetchStale.ts";

export interface QueueOptions extends CacheAccess {
  /** This tab, which already knows its own changes. */
  clientId: string;
  userId: string;
  /** ms between two rounds. */
  pause: number;
}

const keyOf = (tag: Tag) => (typeof tag === "string" ? tag : `${tag.type} ${tag.id}`);

/**
 * Collects the tags that events made stale, and refetches them: at once when it was idle, then in
 * rounds. A hidden tab waits until it is visible again.
 */
export function openInvalidationQueue({ clientId, userId, pause, ...cache }: QueueOptions) {
  const refetchStale = createStaleRefetcher(cache);
  const stale = new Map<string, Tag>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle = true;
  let latest = 0;

  function round() {
    timer = undefined;
    idle = stale.size === 0;
    if (idle || document.hidden) return;
    const tags = [...stale.values()];
    stale.clear();
    refetchStale(tags, latest);
    timer = setTimeout(round, pause);
  }

  function add(tags: readonly Tag[]) {
    latest = Date.now();
    for (const tag of tags) stale.set(keyOf(tag), tag);
    // Events of one task of the event loop share a round.
    if (idle && tags.length > 0) {
      idle = false;
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
    /** Some events were missed: anything may be stale. */
    addAll() {
      add(ALL_TAGS);
    },
    close() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", handleVisibility);
    },
  };
}
