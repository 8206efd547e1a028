import type { FastifyInstance } from "fastify";
import type { Deps } from "#server/deps.ts";
import { runEvery } from "#server/intervals.ts";
import { type Lease, releaseLease, takeLeases } from "./lease.ts";
import { finishJob, type JobKinds, type Progress, workOn } from "./step.ts";

/** The interval in ms at which a server looks for jobs that another server has left. */
const POLL_MS = 5_000;

/** Carries out jobs, step by step. */
export interface Runner {
  /**
   * Does the first step of a job before it returns, and the others in the background. If the first step
   * fails, the job goes on after a pause.
   *
   * @returns whether the job goes on
   */
  start(lease: Lease): Promise<boolean>;
  /** Does a job to its end, unless the server closes or somebody else takes it. */
  finish(lease: Lease): Promise<Progress>;
}

/**
 * Creates a runner, which also continues jobs that a restart or another server has left. Closing the
 * server waits for the current steps.
 */
export function createRunner(app: FastifyInstance, deps: Deps, kinds: JobKinds): Runner {
  const working = new Set<Promise<unknown>>();
  let isClosing = false;

  /** Goes on with a job until it ends, somebody else has it, or the server closes. */
  async function work(next: () => Promise<Progress>, lease: Lease): Promise<Progress> {
    const progress = await finishJob(next, async () => !isClosing);
    if (progress === "more") await releaseLease(deps.db, lease);
    return progress;
  }

  async function tracked(running: Promise<Progress>): Promise<Progress> {
    working.add(running);
    try {
      return await running;
    } finally {
      working.delete(running);
    }
  }

  function inBackground(next: () => Promise<Progress>, lease: Lease): void {
    tracked(work(next, lease)).catch((failure: unknown) => app.log.error(failure));
  }

  runEvery(app, POLL_MS, async () => {
    for (const lease of await takeLeases(deps.db)) inBackground(workOn(deps, kinds, lease), lease);
  });
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.addHook("onClose", async () => {
    await Promise.allSettled(working);
  });

  return {
    async start(lease) {
      const next = workOn(deps, kinds, lease);
      try {
        const hasMore = (await next()) === "more";
        if (hasMore) inBackground(next, lease);
        return hasMore;
      } catch (failure) {
        // The job exists, so the request has succeeded. On PostgreSQL, a step fails after twenty conflicts with
        // jobs that change the same tasks.
        app.log.error(failure);
        return true;
      }
    },
    async finish(lease) {
      return await tracked(work(workOn(deps, kinds, lease), lease));
    },
  };
}
