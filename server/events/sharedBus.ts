import type { Channel, ChannelListener } from "#server/db/channel.ts";
import type { EventBus, ServerEvent } from "#server/eventBus.ts";
import { createLocalBus } from "./localBus.ts";

/** TypeScript requires every event type here, so that the other servers get each event. */
const EVENT_TYPES: Readonly<Record<ServerEvent["type"], true>> = {
  task: true,
  user: true,
  team: true,
  inbox: true,
  import: true,
  userRun: true,
  session: true,
};

function isEvent(message: unknown): message is ServerEvent {
  const { type, id } = Object(message) as { type?: unknown; id?: unknown };
  return typeof id === "string" && Object.hasOwn(EVENT_TYPES, String(type));
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
