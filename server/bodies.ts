import type { FastifyInstance } from "fastify";

/** The largest body that any call needs, and then some. */
export const BODY_LIMIT = 64 * 1024;

/**
 * Bodies are JSON or absent. An empty body under a JSON content type counts as absent, as clients
 * send it with DELETE; `__proto__` and `constructor.prototype` are refused.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, body, done) => {
      if (body.trim() === "") done(null);
      else void parse(request, body, done);
    },
  );
}
