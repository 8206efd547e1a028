import type { FastifyInstance } from "fastify";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Runs a task when the server begins to listen, and then every hour. Failures are logged. Closing
 * the server waits for the task.
 */
export function runHourly(app: FastifyInstance, task: () => Promise<void>): void {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function run() {
    running = task().catch((failure: unknown) => app.log.error(failure));
  }

  app.addHook("onListen", (done) => {
    run();
    timer = setInterval(run, HOUR_MS);
    done();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await running;
  });
}
