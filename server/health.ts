import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Deps } from "./deps.ts";

/** GET /healthz: 200 when requests can be served, the database included. */
export function healthRoute(app: FastifyInstance, { db }: Deps): void {
  app.get("/healthz", { logLevel: "warn" }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await sql`select 1`.execute(db);
      return { status: "ok" };
    } catch (error) {
      request.log.error(error);
      return await reply.code(503).send({ error: "The database doesn't answer" });
    }
  });
}
