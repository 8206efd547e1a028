import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#server/deps.ts";
import { createFairQueue, type QueueShare } from "#server/fairQueue.ts";
import { runEvery } from "#server/intervals.ts";
import { busy } from "#server/refusals.ts";
import { type Lease, releaseLease, takeLeases, whileWorking } from "./lease.ts";
import { finishJob, type JobKinds, type Progress, workOn } from "./step.ts";

/** The interval in ms at which a server looks for jobs that another server has left. */
const POLL_MS = 5_000;
/** The time in ms for which a request waits for the first step of a job. */
const FIRST_STEP_MS = 500;
/** The maximum number of waiting steps and starts, and for how many ms each may wait. */
const WAITING_MAX = 1_000;
const DEADLINE_MS = 60_000;
const RETRY_AFTER_SECONDS = 10;
/** The interval in ms at which a step that lets requests go first looks whether any are left. */
const CHECK_MS = 1;

const refusal = () => busy("The server is busy with other long work", RETRY_AFTER_SECONDS);

/** Carries out jobs, step by step. */
export interface Runner {
  /**
   * Begins a job in its maker's turn, and does it in the background. Returns after its first step, unless
   * others keep the server busy. If the first step fails, the job goes on after a pause.
   *
   * @param begin returns the lease of the job, or undefined if there is nothing to do
   * @returns whether the job goes on
   */
  start(maker: string, begin: () => Promise<Lease | undefined>): Promise<boolean>;
  /** Does a job to its end, unless the server closes or somebody else takes it. */
  finish(lease: Lease): Promise<Progress>;
}

/** The turns of steps and starts. `awaited` does what a request awaits, so that no turn waits for it. */
function createTurns(countRequests: () => number) {
  const limits = { waitingMax: WAITING_MAX, deadlineMs: DEADLINE_MS };
  const queue = createFairQueue({ ...limits, lanes: 1, refusal });
  /** The number of requests that await jobs, and the duration of the last turn. */
  let awaiting = 0;
  let lastMs = 0;

  /** Works in its turn. First, the other requests have as much time as the last turn took. */
  const inTurn = async <T>(share: QueueShare, work: () => Promise<T>): Promise<T> =>
    await queue.run(share, async () => {
      const yieldUntil = performance.now() + lastMs;
      do await pause(CHECK_MS);
      while (countRequests() > awaiting && performance.now() < yieldUntil);
      const begin = performance.now();
      try {
        return await work();
      } finally {
        lastMs = performance.now() - begin;
      }
    });

  async function awaited<T>(work: () => Promise<T>): Promise<T> {
    awaiting += 1;
    try {
      return await work();
    } finally {
      awaiting -= 1;
    }
  }

  return { inTurn, awaited };
}

/**
 * Creates a runner, which also continues jobs that a restart or another server has left. One step of all
 * jobs is done at a time. Closing the server waits for the current step.
 *
 * @param countRequests counts the active requests
 */
export function createRunner(
  app: FastifyInstance,
  deps: Deps,
  kinds: JobKinds,
  countRequests: () => number,
): Runner {
  const { inTurn, awaited } = createTurns(countRequests);
  const working = new Set<Promise<unknown>>();
  let isClosing = false;
  /** Returns a function that does the next step of a job in its maker's turn. */
  function stepsOf(lease: Lease): () => Promise<Progress> {
    const step = workOn(deps, kinds, lease);
    return () => inTurn(["step", lease.maker], async () => (isClosing ? "more" : await step()));
  }

  /** Goes on with a job until it ends, somebody else has it, or the server closes. */
  async function work(next: () => Promise<Progress>, lease: Lease): Promise<Progress> {
    const progress = await finishJob(next, async () => !isClosing);
    if (progress === "more") await releaseLease(deps.db, lease);
    return progress;
  }

  async function tracked(lease: Lease, toDo: () => Promise<Progress>): Promise<Progress> {
    const running = whileWorking(deps.db, lease, toDo);
    working.add(running);
    try {
      return await running;
    } finally {
      working.delete(running);
    }
  }

  const finish = (lease: Lease) => tracked(lease, () => work(stepsOf(lease), lease));
  const logFailure = (failure: unknown) => app.log.error(failure);

  runEvery(app, POLL_MS, async () => {
    for (const lease of await takeLeases(deps.db)) finish(lease).catch(logFailure);
  });
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.addHook("onClose", async () => {
    await Promise.allSettled(working);
  });

  return {
    start: (maker, begin) =>
      awaited(async () => {
        const lease = await inTurn(["start", maker], begin);
        if (!lease) return false;
        const next = stepsOf(lease);
        const first = next();
        tracked(lease, async () => {
          const progress = await first;
          return progress === "more" ? await work(next, lease) : progress;
        }).catch(logFailure);
        // The job exists, so the request has succeeded, even if the step fails: on PostgreSQL it does after
        // twenty conflicts with others that change the same tasks.
        const goesOn = first.then(
          (progress) => progress === "more",
          () => true,
        );
        return await Promise.race([goesOn, pause(FIRST_STEP_MS, true, { ref: false })]);
      }),
    finish: (lease) => awaited(() => finish(lease)),
  };
}
