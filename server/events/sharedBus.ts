import type { Kysely } from "kysely";
import type { Channel, ChannelListener } from "#server/db/postgres/channel.ts";
import type { Database } from "#server/db/schema.ts";
import type { EventBus, ServerEvent } from "#server/eventBus.ts";
import { createBus } from "./bus.ts";

/** TypeScript requires every event type here, so that the other servers get each event. */
const EVENT_TYPES: Readonly<Record<ServerEvent["type"], true>> = {
  task: true,
  user: true,
  team: true,
  label: true,
  view: true,
  inbox: true,
  import: true,
  userRun: true,
  taskRun: true,
  session: true,
};

/** Wakes the other servers, which then read what was recorded. */
const RECORDED = { type: "recorded" };
/** Another program may have recorded changes, or a message was lost. */
const POLL_MS = 1_000;

function isEvent(message: unknown): message is ServerEvent {
  const { type, id } = Object(message) as { type?: unknown; id?: unknown };
  return typeof id === "string" && Object.hasOwn(EVENT_TYPES, String(type));
}

/**
 * A bus that follows what all servers on the same database record, and exchanges the other events with
 * them.
 *
 * @param connect returns undefined if no other server can share the database
 */
export async function shareBus(
  db: Kysely<Database>,
  connect: (listener: ChannelListener) => Channel | undefined,
): Promise<EventBus & { close(): Promise<void> }> {
  const bus = await createBus(db, { announce: () => channel?.send(RECORDED) });
  const channel = connect({
    onMessage: (message) => {
      if (isEvent(message)) bus.publish(message);
      else if ((Object(message) as { type?: unknown }).type === RECORDED.type) bus.wake();
    },
    onGap: bus.reportGap,
  });
  const poll = setInterval(bus.wake, POLL_MS).unref();
  await channel?.ready;
  return {
    ...bus,
    publish(event) {
      bus.publish(event);
      channel?.send(event);
    },
    async close() {
      clearInterval(poll);
      await bus.close();
      await channel?.close();
    },
  };
}
