import type { FastifyInstance } from "fastify";
import { apiDocument } from "./document.ts";

/** The API's own description, for anyone; written when it is first asked for. */
export function openapiRoute(app: FastifyInstance): void {
  let text: string | undefined;
  app.get(
    "/api/openapi.json",
    { config: { access: "public" }, exposeHeadRoute: false },
    (_request, reply) => {
      text ??= JSON.stringify(apiDocument(app.apiRoutes));
      reply.header("cache-control", "public, max-age=300");
      return reply.type("application/json; charset=utf-8").send(text);
    },
  );
}
