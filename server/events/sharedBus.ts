import type { Channel, Hearing } from "#server/db/channel.ts";
import type { EventBus, ServerEvent } from "#server/eventBus.ts";
import { createBus } from "./bus.ts";

/** A bus that several servers share. */
export interface SharedBus extends EventBus {
  close(): Promise<void>;
}

const TYPES: ReadonlySet<unknown> = new Set<ServerEvent["type"]>([
  "task",
  "user",
  "team",
  "session",
]);

function isNews(message: unknown): message is ServerEvent {
  const { type, id } = Object(message) as { type?: unknown; id?: unknown };
  return TYPES.has(type) && typeof id === "string";
}

/**
 * A bus whose news reach the other servers on the same database, and theirs this one. Ids are this
 * process's own: a reader who comes from another server begins anew.
 *
 * @param connect undefined when there is only this process
 */
export async function shareBus(
  connect: (hearing: Hearing) => Channel | undefined,
): Promise<SharedBus> {
  const bus = createBus();
  const channel = connect({
    onMessage: (news) => {
      if (isNews(news)) bus.publish(news);
    },
    onGap: () => bus.lose(),
  });
  await channel?.ready;
  return {
    get lastEventId() {
      return bus.lastEventId;
    },
    subscribe: bus.subscribe,
    since: bus.since,
    publish(news) {
      bus.publish(news);
      channel?.send(news);
    },
    close: async () => await channel?.close(),
  };
}
