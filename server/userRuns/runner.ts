import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Deps } from "#server/deps.ts";
import { runEvery } from "#server/intervals.ts";
import { findWaitingRuns, releaseLeases, runSlice } from "./slice.ts";

/** The interval in ms at which a server looks for runs that another server has left. */
const POLL_MS = 5_000;

/** Carries out runs in the background, slice by slice. */
export interface Runner {
  /** This server's name in leases. */
  owner: string;
  /** Changes the first users of a run before it returns, and the others in the background. */
  start(id: string): Promise<void>;
}

/**
 * Creates a runner, which also continues runs that a restart or another server has left. Closing the
 * server waits for the current slice.
 */
export function createRunner(app: FastifyInstance, deps: Deps): Runner {
  const owner = randomUUID();
  const working = new Map<string, Promise<void>>();
  let isClosing = false;

  async function work(id: string): Promise<void> {
    const goesOn = async () => !isClosing && (await runSlice(deps, id, owner));
    while (await goesOn()) await nextTurn();
  }

  function continueRun(id: string): void {
    if (isClosing || working.has(id)) return;
    const running = work(id)
      .catch((failure: unknown) => app.log.error(failure))
      .finally(() => working.delete(id));
    working.set(id, running);
  }

  async function poll(): Promise<void> {
    for (const id of await findWaitingRuns(deps.db)) continueRun(id);
  }
  runEvery(app, POLL_MS, poll);
  app.addHook("onClose", async () => {
    isClosing = true;
    const running = [...working.values()];
    await Promise.all(running);
    if (running.length > 0) await releaseLeases(deps.db, owner);
  });

  return {
    owner,
    async start(id) {
      if (await runSlice(deps, id, owner)) continueRun(id);
    },
  };
}
