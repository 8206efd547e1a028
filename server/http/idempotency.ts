import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import { badRequest, keyReused } from "#server/refusals.ts";

interface SentResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The first request with a key, until its response is sent. */
interface FirstRequest {
  key: string;
  bodyHash: string;
  response: Promise<SentResponse>;
  respond: (response: SentResponse) => void;
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const MALFORMED = "An Idempotency-Key must be 16 to 64 letters, digits, hyphens or underscores";
const SHARED_HEADERS = ["content-type", "etag", "location", "retry-after"];

declare module "fastify" {
  interface FastifyRequest {
    /** Set if this is the first request with its key. */
    firstRequest: FirstRequest | null;
    /** The hash of the body of a request with a key. */
    bodyHash: string | undefined;
  }
}

/**
 * The key of a change, unique to its session, method and URL; undefined without the header. Throws a
 * 400 for a malformed header: a client that sends one relies on it, and would repeat the change.
 */
export function keyOf({ method, url, headers, caller }: FastifyRequest): string | undefined {
  const name = headers[IDEMPOTENCY_HEADER];
  if (SAFE_METHODS.has(method) || !caller || typeof name !== "string") return undefined;
  if (!/^[\w-]{16,64}$/.test(name)) throw badRequest(MALFORMED);
  return `${caller.sessionId} ${name} ${method} ${url}`;
}

/**
 * The id of the row or audit entry that a request creates, derived from its key. So a repeat finds
 * the row, even after a restart or on another server. Without a key the id is random.
 */
export const idempotentId = (request: FastifyRequest): string =>
  recordedId(request) ?? randomUUID();

/** The id of what a request with a key records; undefined without a key. */
export function recordedId(request: FastifyRequest): string | undefined {
  const key = keyOf(request);
  return key === undefined ? undefined : derivedId(key);
}

/** An id that is the same for the same text. */
export function derivedId(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  // A UUID of version 8, whose bits are free for applications to define.
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/**
 * The body as a text that doesn't depend on the order of its fields, which are flat. The text of a body
 * that no route accepts is hashed as sent, because its depth has no limit.
 */
function canonicalBody({ body, bodyText }: FastifyRequest): string {
  if (typeof body !== "object" || body === null || body instanceof Uint8Array) return bodyText;
  const fields = Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.some(([, value]) => typeof value === "object" && value !== null)
    ? bodyText
    : JSON.stringify(fields);
}

/**
 * Lets a request wait for an earlier one with the same key that is under way, and send its response. A
 * later repeat is carried out by its route, which finds what was done in the record of changes
 * ({@link recordedId}): no response is kept. A key with another body gets a 422: the record has the body's
 * hash, which reveals no password, because `hmac` has the server's key, and the hashed text has the request's.
 * Covers routes that are registered later.
 *
 * A route must send or return a response: if it returns undefined after the connection has closed,
 * Fastify sends nothing, and a repeat would wait forever.
 */
export function joinRepeats(app: FastifyInstance, hmac: (text: string) => string): void {
  const underWay = new Map<string, FirstRequest>();
  app.decorateRequest("firstRequest", null);
  app.decorateRequest("bodyHash", undefined);

  app.addHook("preValidation", async (request, reply) => {
    const key = keyOf(request);
    if (key === undefined) return;
    const bodyHash = hmac(JSON.stringify([key, canonicalBody(request)]));
    request.bodyHash = bodyHash;
    const first = underWay.get(key);
    if (!first) {
      const { promise: response, resolve: respond } = Promise.withResolvers<SentResponse>();
      request.firstRequest = { key, bodyHash, response, respond };
      underWay.set(key, request.firstRequest);
      return;
    }
    if (first.bodyHash !== bodyHash) throw keyReused();
    const { status, headers, body } = await first.response;
    await reply.code(status).headers(headers).send(body);
  });

  app.addHook("onSend", ({ firstRequest: first }, reply, payload, done) => {
    if (first) {
      underWay.delete(first.key);
      first.respond(toShared(reply, payload));
    }
    done();
  });
}

function toShared(reply: FastifyReply, payload: unknown): SentResponse {
  const headers: Record<string, string> = {};
  for (const name of SHARED_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return { status: reply.statusCode, headers, body: typeof payload === "string" ? payload : "" };
}
