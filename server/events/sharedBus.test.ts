import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ChannelListener } from "#server/db/postgres/channel.ts";
import type { BusListener, ServerEvent } from "#server/eventBus.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { shareBus } from "./sharedBus.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const EVENTS: readonly ServerEvent[] = [
  { type: "task", id: "1", change: "moved", by: null },
  { type: "user", id: "1", change: "updated", by: null },
  { type: "team", id: "1", change: "updated", by: null },
  { type: "inbox", id: "1", change: "updated", by: null },
  { type: "import", id: "1", change: "imported", by: null },
  { type: "userRun", id: "1", change: "finished", by: null },
  { type: "session", id: "1" },
];

test.each(EVENTS)("publishes an event of another server: $type", async (event) => {
  const received: Parameters<BusListener>[0][] = [];
  let channel: ChannelListener | undefined;
  const bus = await shareBus(server.db, (listener) => {
    channel = listener;
    return undefined;
  });
  bus.subscribe((one) => received.push(one));
  channel?.onMessage(structuredClone(event));
  await bus.close();
  expect(received.map((one) => ("change" in one ? one.change : one))).toEqual([event]);
});
