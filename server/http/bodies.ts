import type { FastifyInstance } from "fastify";
import { Refusal } from "#server/refusals.ts";

/** The largest body in bytes, with a margin over the largest that any route needs. */
export const BODY_LIMIT = 64 * 1024;

declare module "fastify" {
  interface FastifyRequest {
    /** The body as sent; empty without one. */
    bodyText: string;
  }
}

/**
 * Accepts JSON or no body. Compressed bodies are refused, because a small one could unpack to a large
 * one. An empty JSON body counts as absent, because some clients send one with DELETE. Bodies with
 * `__proto__` or `constructor.prototype` are refused.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.decorateRequest("bodyText", "");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, body, done) => {
      request.bodyText = body;
      const { "content-encoding": encoding = "identity" } = request.headers;
      if (encoding !== "identity") {
        done(new Refusal("unsupported", { error: "Send the body without a content-encoding" }));
      } else if (body.trim() === "") done(null);
      else void parse(request, body, done);
    },
  );
}
