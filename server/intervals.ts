import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "#contract/time.ts";

/** Runs a task every hour: see {@link runEvery}. */
export const runHourly = (app: FastifyInstance, task: () => Promise<void>): void =>
  runEvery(app, HOUR_MS, task);

/**
 * Runs a task when the server begins to listen, and then at an interval, unless it still runs.
 * Failures are logged. Closing the server waits for the task.
 */
export function runEvery(
  app: FastifyInstance,
  intervalMs: number,
  task: () => Promise<void>,
): void {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function run() {
    running ??= task()
      .catch((failure: unknown) => app.log.error(failure))
      .finally(() => {
        running = undefined;
      });
  }

  app.addHook("onListen", (done) => {
    run();
    timer = setInterval(run, intervalMs);
    done();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await running;
  });
}
