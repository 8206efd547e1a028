import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseUnavailable, OutcomeUnknown, StorageRefused } from "#server/db/unavailable.ts";
import { Refusal, type RefusalKind } from "#server/refusals.ts";
import { setSecurityHeaders } from "./headers.ts";
import { pathOf } from "./log.ts";

/** The status of each kind of refusal. */
const STATUSES: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  wrong_host: 421,
  key_reused: 422,
  too_costly: 422,
  too_many: 429,
  busy: 503,
  no_room: 507,
};

/** Messages for failures that Fastify detects before a route runs. */
const MESSAGES: Readonly<Record<number, string>> = {
  400: "The request could not be read",
  404: "Not found",
  413: "The request is too large",
  414: "The address is too long",
  415: "Send the body as JSON, with content-type application/json",
};

/** The `Retry-After` header while the database is unavailable, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/**
 * A refused body up to this size is still read, so that the connection stays open. If the server
 * closed it, the client might lose the response: proxies report 502, browsers a network error.
 */
const DISCARD_MAX_BYTES = 1024 * 1024;

const JSON_CODES = new Set(["FST_ERR_CTP_INVALID_JSON_BODY", "FST_ERR_CTP_EMPTY_JSON_BODY"]);

function messageFor({ code, name }: FastifyError, status: number): string {
  if (JSON_CODES.has(code) || name === "SyntaxError") return "The body is not valid JSON";
  return MESSAGES[status] ?? STATUS_CODES[status] ?? "The request failed";
}

/** Turns every exception into a JSON response, without stacks or SQL. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      const { kind, body, retryAfterSeconds } = error;
      if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
      return reply.code(STATUSES[kind]).send(body);
    }
    const status = error.statusCode ?? 500;
    if (status === 413 && Number(request.headers["content-length"]) <= DISCARD_MAX_BYTES) {
      reply.removeHeader("connection");
    }
    if (status >= 400 && status < 500) {
      return reply.code(status).send({ error: messageFor(error, status) });
    }
    request.log.error(error);
    if (error instanceof StorageRefused) {
      return reply.code(507).send({
        error:
          "Nothing can be saved: the server's disk is full or can't be written. Please tell its administrator.",
      });
    }
    if (error instanceof DatabaseUnavailable) {
      reply.code(503);
      // Without the header, clients read the data before they send the change again.
      if (!(error instanceof OutcomeUnknown)) reply.header("retry-after", RETRY_AFTER_SECONDS);
      return reply.send({ error: "The server can't reach its data. Please try again shortly." });
    }
    return reply.code(500).send({ error: "Something went wrong on the server" });
  });
}

/** Responds to a URL that Fastify can't decode, for which no hook or handler runs. */
export function handleMalformedUrl(
  _error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  setSecurityHeaders(request, reply);
  request.log.info({ method: request.method, path: pathOf(request.url), statusCode: 400 });
  void reply.code(400).send({ error: "The address is malformed" });
}
