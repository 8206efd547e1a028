import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Deps } from "#server/deps.ts";

/** How long the database may take, in milliseconds: whoever asks for health doesn't wait long. */
const PATIENCE = 2_000;

async function outOfPatience(): Promise<never> {
  await pause(PATIENCE, undefined, { ref: false });
  throw new Error(`The database doesn't answer within ${PATIENCE} ms`);
}

/** GET /healthz: 200 when requests can be served, the database included. */
export function healthRoute(app: FastifyInstance, { db }: Deps): void {
  app.get("/healthz", { logLevel: "warn" }, async (request, reply) => {
    try {
      await Promise.race([sql`select 1`.execute(db), outOfPatience()]);
      return { status: "ok" };
    } catch (error) {
      request.log.error(error);
      return await reply.code(503).send({ error: "The database doesn't answer" });
    }
  });
}
