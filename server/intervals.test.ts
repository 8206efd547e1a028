import { expect, jest, test } from "@jest/globals";
import Fastify from "fastify";
import { HOUR_MS } from "#contract/time.ts";
import { runHourly } from "./intervals.ts";

test("runs a task when the server listens and every hour, even after a failure", async () => {
  const intervals = jest.spyOn(globalThis, "setInterval");
  const app = Fastify();
  const logged = jest.spyOn(app.log, "error");
  const task = jest.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("no database"));
  task.mockResolvedValue();
  runHourly(app, task);
  expect(task).not.toHaveBeenCalled();
  await app.listen({ port: 0, host: "127.0.0.1" });
  expect(task).toHaveBeenCalledTimes(1);
  const [runAgain] = intervals.mock.calls.find(([, ms]) => ms === HOUR_MS) ?? [];
  runAgain?.();
  expect(task).toHaveBeenCalledTimes(2);
  await app.close();
  expect(logged).toHaveBeenCalledTimes(1);
  intervals.mockRestore();
});

test("closing the server waits for the running task", async () => {
  const app = Fastify();
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended: string[] = [];
  runHourly(app, () => promise.then(() => void ended.push("task")));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const closing = app.close().then(() => ended.push("server"));
  resolve();
  await closing;
  expect(ended).toEqual(["task", "server"]);
});
