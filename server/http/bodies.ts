import type { FastifyInstance } from "fastify";
import { HttpError } from "./errors.ts";

/** The largest body that any call needs, and then some. */
export const BODY_LIMIT = 64 * 1024;

const PACKED = "Send the body as it is, without a content-encoding";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as the client sent it; empty without one. */
    bodyText: string;
  }
}

/**
 * Bodies are JSON or absent, and none is unpacked, or a small one could turn out large. An empty
 * body under a JSON content type counts as absent, as clients send it with DELETE; `__proto__` and
 * `constructor.prototype` are refused.
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
      const { "content-encoding": coding = "identity" } = request.headers;
      if (coding !== "identity") done(new HttpError(415, { error: PACKED }));
      else if (body.trim() === "") done(null);
      else void parse(request, body, done);
    },
  );
}
