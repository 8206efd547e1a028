import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { DatabaseUnhealthy, databaseHealth } from "#server/db/health.ts";
import type { Deps } from "#server/deps.ts";

/** How long the database may take to respond. */
const DATABASE_LIMIT_MS = 2_000;
/** Requests within this time share a result, so that a flood of them reads the database no more. */
const RESULT_VALID_MS = 250;
const NO_RESPONSE = "The database doesn't answer";

async function timeout(): Promise<never> {
  await pause(DATABASE_LIMIT_MS, undefined, { ref: false });
  throw new DatabaseUnhealthy(NO_RESPONSE);
}

/** What is wrong, in words for anyone; undefined when all is well. */
type Problem = string | undefined;

/** Runs a check at most once at a time, and keeps its result for a moment. */
function shared(check: () => Promise<void>, onFailure: (failure: unknown) => void) {
  let reading: Promise<void> | undefined;
  let result: Promise<Problem> | undefined;
  let staleAt = Number.POSITIVE_INFINITY;

  async function read(): Promise<Problem> {
    // A database that doesn't answer gets no second question before it has answered the first.
    reading ??= check().finally(() => (reading = undefined));
    try {
      await Promise.race([reading, timeout()]);
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

/** GET /healthz: 200 when requests can be served, the database included. */
export async function healthRoute(app: FastifyInstance, { db }: Deps): Promise<void> {
  const problem = shared(await databaseHealth(db), (failure) => app.log.error(failure));
  app.get("/healthz", { logLevel: "warn" }, async (_request, reply) => {
    const error = await problem();
    return error === undefined ? { status: "ok" } : await reply.code(503).send({ error });
  });
}
