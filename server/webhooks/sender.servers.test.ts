import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type Senders, startSenders } from "#server/testing/webhookSenders.ts";

let senders: Senders;
let server: Senders["server"];
let receiver: Senders["receiver"];
let newSender: Senders["newSender"];
let sender: Senders["sender"];
let create: Senders["create"];
let addTask: Senders["addTask"];
let deliveries: Senders["deliveries"];

beforeEach(async () => {
  senders = await startSenders();
  ({ server, receiver, newSender, sender, create, addTask, deliveries } = senders);
});
afterEach(() => senders.close());

test("several servers send each delivery once", async () => {
  await create();
  for (let task = 0; task < 10; task += 1) await addTask(`Task ${task}`);
  await Promise.all([sender.sendDue(), newSender().sendDue(), newSender().sendDue()]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(10);
  expect(new Set(ids).size).toBe(10);
});

test("a server takes over from one that died, after its lease", async () => {
  const { webhook } = await create();
  await addTask();
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.answers.push(() => resolve());
  const dying = newSender();
  const lost = dying.sendDue();
  await promise;
  await sender.sendDue();
  expect(receiver.received).toHaveLength(1);
  server.clock.advance(60_000);
  await sender.sendDue();
  expect(receiver.received).toHaveLength(2);
  await dying.close();
  await lost;
  expect(await deliveries(webhook)).toMatchObject([{ state: "delivered" }]);
});

test("a server sends the unfinished deliveries of a stopping one at once", async () => {
  const { webhook } = await create();
  await addTask();
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.answers.push(() => resolve());
  const stopping = newSender();
  const sending = stopping.sendDue();
  await promise;
  await stopping.close();
  await sending;
  await sender.sendDue();
  expect(await deliveries(webhook)).toMatchObject([{ state: "delivered", attempts: 1 }]);
});
