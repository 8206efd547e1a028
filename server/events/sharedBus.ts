import type { Channel, Hearing } from "#server/db/channel.ts";
import { createBus, type EventBus, type News } from "./bus.ts";

/** A bus that several servers share. */
export interface SharedBus extends EventBus {
  close(): Promise<void>;
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
    onMessage: (news) => bus.publish(news as News),
    onGap: () => bus.lose(),
  });
  await channel?.ready;
  return {
    get position() {
      return bus.position;
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
