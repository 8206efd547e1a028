import type { Channel, ChannelListener } from "#server/db/channel.ts";
import type { EventBus, ServerEvent } from "#server/eventBus.ts";
import { createLocalBus } from "./localBus.ts";

const EVENT_TYPES: ReadonlySet<unknown> = new Set<ServerEvent["type"]>([
  "task",
  "user",
  "team",
  "inbox",
  "import",
  "session",
]);

function isEvent(message: unknown): message is ServerEvent {
  const { type, id } = Object(message) as { type?: unknown; id?: unknown };
  return EVENT_TYPES.has(type) && typeof id === "string";
}

/**
 * A bus that exchanges events with the other servers on the same database. Event ids belong to this
 * process, so a client that changes servers starts with a reset.
 *
 * @param connect returns undefined if no other server can share the database
 */
export async function shareBus(
  connect: (listener: ChannelListener) => Channel | undefined,
): Promise<EventBus & { close(): Promise<void> }> {
  const bus = createLocalBus();
  const channel = connect({
    onMessage: (message) => {
      if (isEvent(message)) bus.publish(message);
    },
    onGap: bus.reportGap,
  });
  await channel?.ready;
  return {
    ...bus,
    publish(event) {
      bus.publish(event);
      channel?.send(event);
    },
    close: async () => await channel?.close(),
  };
}
