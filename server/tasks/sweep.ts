import type { FastifyInstance } from "fastify";
import type { Deps } from "#server/deps.ts";
import { forgetDeletedTasks } from "./deletedTasks.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Forgets deleted tasks whose time is over, when the server begins to listen, and once a day. */
export function sweepDeletedTasks(app: FastifyInstance, { db, now }: Deps): void {
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  function sweep() {
    running = forgetDeletedTasks(db, now()).catch((failure: unknown) => app.log.error(failure));
  }

  app.addHook("onListen", (done) => {
    sweep();
    timer = setInterval(sweep, DAY_MS);
    done();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await running;
  });
}
