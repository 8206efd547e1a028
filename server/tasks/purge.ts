import type { FastifyInstance } from "fastify";
import type { Deps } from "#server/deps.ts";
import { purgeDeletedTasks } from "./deletedTasks.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Purges old deleted tasks when the server starts to listen, and once a day. */
export function scheduleTaskPurge(app: FastifyInstance, { db, now }: Deps): void {
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  function purge() {
    running = purgeDeletedTasks(db, now()).catch((failure: unknown) => app.log.error(failure));
  }

  app.addHook("onListen", (done) => {
    purge();
    timer = setInterval(purge, DAY_MS);
    done();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await running;
  });
}
