import { expect, test } from "@jest/globals";
import { webhookSenders } from "#server/testing/webhookSenders.ts";

const { server, receiver, newSender, sender, create, addTask, deliveries } = webhookSenders();

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
