import { afterEach, expect, test } from "@jest/globals";
import type { HandOverResponse } from "#contract/shapes/handOver.ts";
import type { TaskResponse } from "#contract/shapes/task.ts";
import { record, userSubject } from "#server/changes/record.ts";
import type { ChannelListener } from "#server/db/postgres/channel.ts";
import { transaction } from "#server/db/transaction.ts";
import type { BusListener, EventBus, ServerEvent } from "#server/eventBus.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";
import { until } from "#server/testing/until.ts";
import { createBus } from "./bus.ts";
import { shareBus } from "./sharedBus.ts";

const server = sharedServer();
const admin = sharedUser(server, "admin");
const buses: Awaited<ReturnType<typeof createBus>>[] = [];

afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
});

/** The bus of another server on the same database, or of this one after a restart. */
async function newBus(options?: Parameters<typeof createBus>[1]) {
  const bus = await createBus(server.db, options);
  buses.push(bus);
  return bus;
}

/** Records changes of users with these ids in one transaction. */
async function recordAll(...ids: string[]): Promise<void> {
  await transaction(server.db, async (trx) => {
    for (const id of ids) {
      const context = { by: admin.user, at: server.clock.time };
      const change = { kind: "user.renamed", subject: userSubject({ id, name: id }) } as const;
      await record(trx, context, change);
    }
  });
}

const idsSince = async (bus: EventBus, id: string) =>
  (await bus.since(id))?.map(({ change }) => change.id);

async function untilRead(bus: EventBus, since: string, id: string): Promise<void> {
  await until(async () => (await idsSince(bus, since))?.includes(id) ?? false);
}

test("every server knows every event id, also after a restart", async () => {
  const [here, there] = [await newBus(), await newBus()];
  const start = here.lastEventId();
  await recordAll("one");
  await untilRead(here, start, "one");
  const between = here.lastEventId();
  await recordAll("two");
  await untilRead(here, start, "two");
  await untilRead(there, start, "two");
  for (const bus of [here, there, await newBus()]) {
    expect(await idsSince(bus, start)).toEqual(["one", "two"]);
    expect(await idsSince(bus, between)).toEqual(["two"]);
    expect(await idsSince(bus, bus.lastEventId())).toEqual([]);
    expect(bus.lastEventId()).toBe(here.lastEventId());
  }
});

test("a rolled-back change is no event", async () => {
  const bus = await newBus();
  const start = bus.lastEventId();
  const failing = transaction(server.db, async (trx) => {
    const subject = userSubject({ id: "no", name: "No" });
    await record(trx, { by: admin.user, at: server.clock.time }, { kind: "user.renamed", subject });
    throw new Error("No");
  });
  await expect(failing).rejects.toThrow("No");
  await recordAll("yes");
  await untilRead(bus, start, "yes");
  expect(await idsSince(bus, start)).toEqual(["yes"]);
});

test("since() knows the last changes up to the limit", async () => {
  const bus = await newBus({ missedMax: 3 });
  const start = bus.lastEventId();
  await recordAll("1");
  await untilRead(bus, start, "1");
  const first = bus.lastEventId();
  await recordAll("2", "3", "4");
  await untilRead(bus, first, "4");
  expect(await idsSince(bus, start)).toBeUndefined();
  expect(await idsSince(bus, first)).toEqual(["2", "3", "4"]);
});

test("since() knows no malformed and no foreign ids", async () => {
  const bus = await newBus();
  const [epoch] = bus.lastEventId().split("-");
  const numbers = ["0x0", "1e3", " ", ""].map((number) => `${epoch}-${number}`);
  for (const id of ["", "1", "x-1", "-", "made up", ...numbers]) {
    expect([id, await bus.since(id)]).toEqual([id, undefined]);
  }
});

test("long work has one event for its tasks, and hand-overs one for the user's", async () => {
  const bus = await newBus();
  const [max, eve] = [await server.as("member"), await server.as("member")];
  const before = bus.lastEventId();
  for (const title of ["One", "Two"]) {
    const task = { title, priority: "Low", assignee_id: max.user.id };
    const { body } = await admin.call("POST", "/api/tasks", task);
    await untilRead(bus, before, (body as TaskResponse).task.id);
  }
  const start = bus.lastEventId();
  const url = `/api/users/${max.user.id}/hand-over`;
  const { run } = (await admin.call("POST", url, { to: eve.user.id })).body as HandOverResponse;
  await untilRead(bus, start, run.id);
  expect((await bus.since(start))?.map(({ change }) => change)).toEqual([
    { type: "user", id: max.user.id, change: "reassigned", by: null },
    { type: "inbox", id: max.user.id, change: "updated", by: null },
    { type: "inbox", id: eve.user.id, change: "updated", by: null },
    { type: "taskRun", id: run.id, change: "finished", by: null },
  ]);
});

const EVENTS: readonly ServerEvent[] = [
  { type: "task", id: "1", change: "moved", by: null },
  { type: "user", id: "1", change: "updated", by: null },
  { type: "team", id: "1", change: "updated", by: null },
  { type: "inbox", id: "1", change: "updated", by: null },
  { type: "import", id: "1", change: "imported", by: null },
  { type: "userRun", id: "1", change: "finished", by: null },
  { type: "session", id: "1" },
];

test("publishes the events of another server", async () => {
  const received: Parameters<BusListener>[0][] = [];
  let channel: ChannelListener | undefined;
  const bus = await shareBus(server.db, (listener) => {
    channel = listener;
    return undefined;
  });
  bus.subscribe((one) => received.push(one));
  for (const event of EVENTS) channel?.onMessage(structuredClone(event));
  await bus.close();
  expect(received.map((one) => ("change" in one ? one.change : one))).toEqual(EVENTS);
});

/** Records a change that can't be read. Returns its number. */
async function recordUnreadable(): Promise<number> {
  const query = server.db.selectFrom("changes").selectAll().orderBy("number", "desc").limit(1);
  const { number: _number, ...row } = await query.executeTakeFirstOrThrow();
  const broken = { id: "broken", kind: "task.changed" as const, fields: "[{" };
  const { number } = await server.db
    .insertInto("changes")
    .values({ ...row, ...broken, audited: 0 })
    .returning("number")
    .executeTakeFirstOrThrow();
  return number;
}

test("a change that can't be read, and a listener that fails, are reported and lose no other event", async () => {
  const bus = await newBus();
  const start = bus.lastEventId();
  const told: string[] = [];
  const reported: string[] = [];
  bus.reportTo((failure, number) => reported.push(`${String(failure)} ${number}`));
  bus.subscribe((event) => {
    if ("change" in event && event.change.id === "2") throw new Error("No");
  });
  bus.subscribe((event) => void ("change" in event && told.push(event.change.id)));
  await recordAll("1");
  const unreadable = await recordUnreadable();
  await recordAll("2", "3");
  await until(() => told.includes("3"));
  expect(told).toEqual(["1", "2", "3"]);
  expect(reported).toEqual([
    expect.stringMatching(new RegExp(`^SyntaxError: .* ${unreadable}$`)),
    `Error: No ${unreadable + 1}`,
  ]);
  expect(await idsSince(bus, start)).toEqual(["1", "2", "3"]);
});
