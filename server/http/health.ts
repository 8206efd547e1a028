import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { DatabaseUnhealthy, databaseHealth } from "#server/db/health.ts";
import type { Deps } from "#server/deps.ts";

const DATABASE_TIMEOUT_MS = 2_000;
/** Requests within this time share a result, so that a flood does not load the database. */
const RESULT_VALID_MS = 250;
const SHUTTING_DOWN = "The server is shutting down";
const NO_RESPONSE = "The database doesn't respond";

async function timeout(): Promise<never> {
  await pause(DATABASE_TIMEOUT_MS, undefined, { ref: false });
  throw new DatabaseUnhealthy(NO_RESPONSE);
}

/** A message that is safe to show to anyone; undefined when all is well. */
type Problem = string | undefined;

/** Runs a check at most once at a time, and shares its result for {@link RESULT_VALID_MS}. */
function shared(check: () => Promise<void>, onFailure: (failure: unknown) => void) {
  let running: Promise<void> | undefined;
  let result: Promise<Problem> | undefined;
  let staleAt = Number.POSITIVE_INFINITY;

  async function read(): Promise<Problem> {
    // After a timeout the check still runs. A second one must not start before it has ended.
    running ??= check().finally(() => (running = undefined));
    try {
      await Promise.race([running, timeout()]);
      return undefined;
    } catch (failure) {
      onFailure(failure);
      return failure instanceof DatabaseUnhealthy ? failure.message : NO_RESPONSE;
    } finally {
      staleAt = performance.now() + RESULT_VALID_MS;
    }
  }

  return () => {
    if (!result || performance.now() >= staleAt) {
      staleAt = Number.POSITIVE_INFINITY;
      result = read();
    }
    return result;
  };
}

/** GET /healthz: 200 if the server can serve requests, including the database, and does not shut down. */
export async function healthRoute(
  app: FastifyInstance,
  { db }: Deps,
  isClosing: () => boolean,
): Promise<void> {
  const findProblem = shared(await databaseHealth(db), (failure) => app.log.error(failure));
  app.get("/healthz", { logLevel: "warn" }, async (_request, reply) => {
    const error = isClosing() ? SHUTTING_DOWN : await findProblem();
    return error === undefined ? { status: "ok" } : await reply.code(503).send({ error });
  });
}
