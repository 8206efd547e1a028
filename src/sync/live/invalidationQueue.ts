import type { Tag } from "#api/tags.ts";
import type { Change } from "#contract/events.ts";
import { ALL_TAGS, tagsOf } from "./eventTags.ts";
import { type CacheAccess, createStaleRefetcher } from "./refetchStale.ts";

interface QueueOptions extends CacheAccess {
  /** Events of this tab's own changes are skipped. */
  clientId: string;
  userId: string;
  /** The pause in ms between two rounds of refetching. */
  intervalMs: number;
}

export type InvalidationQueue = ReturnType<typeof openInvalidationQueue>;

const keyOf = (tag: Tag) => (typeof tag === "string" ? tag : `${tag.type} ${tag.id}`);

/**
 * Collects the tags that events made stale, and refetches them in rounds, the first one at once. A
 * hidden tab waits until it is visible again.
 */
export function openInvalidationQueue({ clientId, userId, intervalMs, ...cache }: QueueOptions) {
  const refetchStale = createStaleRefetcher(cache);
  const stale = new Map<string, Tag>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isIdle = true;
  let lastEventAt = 0;

  function flush() {
    timer = undefined;
    isIdle = stale.size === 0;
    if (isIdle || document.hidden) return;
    const tags = [...stale.values()];
    stale.clear();
    refetchStale(tags, lastEventAt);
    timer = setTimeout(flush, intervalMs);
  }

  function add(tags: readonly Tag[]) {
    lastEventAt = Date.now();
    for (const tag of tags) stale.set(keyOf(tag), tag);
    // Events that arrive together cause one refetch.
    if (isIdle && tags.length > 0) {
      isIdle = false;
      timer ??= setTimeout(flush, 0);
    }
  }

  function handleVisibility() {
    if (!document.hidden && stale.size > 0) timer ??= setTimeout(flush, 0);
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
