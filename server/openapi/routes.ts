import type { FastifyInstance } from "fastify";
import { api } from "#server/http/apiRoute.ts";
import { apiDocument } from "./document.ts";

const READ = api({
  access: "public",
  tag: "About",
  operationId: "getApiDescription",
  summary: "This document",
  response: { type: "object" },
});

/** Serves the API description, created at the first request. */
export function openapiRoute(app: FastifyInstance, basePath: string): void {
  let text: string | undefined;
  app.get("/api/openapi.json", { ...READ, exposeHeadRoute: false }, async (_request, reply) => {
    text ??= JSON.stringify(await apiDocument(app.apiRoutes, basePath));
    reply.header("cache-control", "public, max-age=300");
    return await reply.type("application/json; charset=utf-8").send(text);
  });
}
