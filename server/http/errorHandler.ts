import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseUnavailable, StorageRefused } from "#server/db/unavailable.ts";
import { HttpError } from "./errors.ts";
import { setSecurityHeaders } from "./headers.ts";
import { pathOf } from "./log.ts";

/** What to say for a failure that Fastify noticed before a route ran. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: "The request could not be read",
  404: "Not found",
  413: "The request is too large",
  414: "The address is too long",
  415: "Send the body as JSON, with content-type application/json",
};

/** Seconds after which a lost database is worth another try. */
const RETRY_AFTER = 2;

/**
 * Up to so many bytes, a body that is too large comes to its end unread after the answer. A
 * connection that is cut instead loses the answer: proxies say 502, browsers that there is no network.
 */
const READ_OFF = 1024 * 1024;

const JSON_CODES = new Set(["FST_ERR_CTP_INVALID_JSON_BODY", "FST_ERR_CTP_EMPTY_JSON_BODY"]);

function sentence({ code, name }: FastifyError, status: number): string {
  if (JSON_CODES.has(code) || name === "SyntaxError") return "The body is not valid JSON";
  return SENTENCES[status] ?? STATUS_CODES[status] ?? "The request failed";
}

/** The one place where failures become answers: JSON, and never a stack or a query. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof HttpError) {
      if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
      return reply.code(error.statusCode).send(error.body);
    }
    const status = error.statusCode ?? 500;
    if (status === 413 && Number(request.headers["content-length"]) <= READ_OFF) {
      reply.removeHeader("connection");
    }
    if (status >= 400 && status < 500) {
      return reply.code(status).send({ error: sentence(error, status) });
    }
    request.log.error(error);
    if (error instanceof StorageRefused) {
      return reply.code(507).send({
        error:
          "Nothing can be saved: the server's disk is full or can't be written. Please tell its administrator.",
      });
    }
    if (error instanceof DatabaseUnavailable) {
      reply.code(503).header("retry-after", RETRY_AFTER);
      return reply.send({ error: "The server can't reach its data. Please try again shortly." });
    }
    return reply.code(500).send({ error: "Something went wrong on the server" });
  });
}

/** For an address that Fastify can't decode: no hook or handler runs for it. */
export function handleMalformedUrl(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  setSecurityHeaders(request, reply);
  request.log.info({ method: request.method, path: pathOf(request.url), statusCode: 400 });
  void reply.code(400).send({ error: "The address is malformed" });
}
