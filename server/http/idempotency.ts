import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import type { Deps } from "#server/deps.ts";
import { keyReused } from "./errors.ts";

/** The time in ms for which a response is cached for retries. Browsers retry at once. */
const RESPONSE_KEPT_MS = 60_000;
/** The maximum number of cached responses. Beyond it the oldest is dropped. */
const RESPONSES_MAX = 1_000;

interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The first request with a key. */
interface FirstRequest {
  key: string;
  startedAt: number;
  /** The HMAC of its body. */
  fingerprint: string;
  response: Promise<StoredResponse>;
  respond: (response: StoredResponse) => void;
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const STORED_HEADERS = ["content-type", "etag", "location", "retry-after"];

/** The maximum length of a cached response. A request with a larger one is carried out again. */
const BODY_KEPT_MAX = 256 * 1024;

/** Whether repeats get this response: not if the same request may succeed later. */
const isKept = ({ status, body }: StoredResponse) =>
  status < 500 && status !== 429 && body.length <= BODY_KEPT_MAX;

declare module "fastify" {
  interface FastifyRequest {
    /** Set if this is the first request with its key. */
    firstRequest: FirstRequest | null;
  }
}

/** The key of a change, unique to its session, method and URL; undefined without a valid header. */
function keyOf({ method, url, headers, caller }: FastifyRequest): string | undefined {
  const name = headers[IDEMPOTENCY_HEADER];
  if (SAFE_METHODS.has(method) || !caller || typeof name !== "string") return undefined;
  return /^[\w-]{16,64}$/.test(name) ? `${caller.sessionId} ${name} ${method} ${url}` : undefined;
}

/**
 * The id of the row or audit entry that a request creates, derived from its key. So a repeat finds
 * the row, even after a restart or on another server. Without a key the id is random. The body is
 * not part of the id: compare a found row with the request, see {@link keyReused}.
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
 * Carries out a change once, however often its request arrives: a repeat gets the first response, unless
 * that was a failure that may pass, or is very large. A request with the same key and another body gets
 * a 422. Covers routes that are registered later.
 *
 * Responses are in this process's memory; across servers only {@link idempotentId} detects repeats.
 * A route must send or return a response: if it returns undefined after the connection has closed,
 * Fastify sends nothing, and a repeat would wait forever.
 */
export function enforceIdempotency(app: FastifyInstance, { now }: Deps): void {
  const firstRequests = new Map<string, FirstRequest>();
  // Bodies hold passwords, which could be guessed from a plain hash.
  const secret = randomBytes(32);
  app.decorateRequest("firstRequest", null);

  app.addHook("preHandler", async (request, reply) => {
    const key = keyOf(request);
    if (key === undefined) return;
    const time = now().getTime();
    for (const [oldest, { startedAt }] of firstRequests) {
      if (time - startedAt < RESPONSE_KEPT_MS && firstRequests.size < RESPONSES_MAX) break;
      firstRequests.delete(oldest);
    }
    const fingerprint = createHmac("sha256", secret).update(request.bodyText).digest("base64");
    const first = firstRequests.get(key);
    if (!first) {
      const { promise: response, resolve: respond } = Promise.withResolvers<StoredResponse>();
      request.firstRequest = { key, startedAt: time, fingerprint, response, respond };
      firstRequests.set(key, request.firstRequest);
      return;
    }
    if (first.fingerprint !== fingerprint) throw keyReused();
    const { status, headers, body } = await first.response;
    await reply.code(status).headers(headers).send(body);
  });

  app.addHook("onSend", ({ firstRequest: first }, reply, payload, done) => {
    if (first) {
      const stored = toStored(reply, payload);
      if (!isKept(stored) && firstRequests.get(first.key) === first) {
        firstRequests.delete(first.key);
      }
      first.respond(stored);
    }
    done();
  });
}

function toStored(reply: FastifyReply, payload: unknown): StoredResponse {
  const headers: Record<string, string> = {};
  for (const name of STORED_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return { status: reply.statusCode, headers, body: typeof payload === "string" ? payload : "" };
}
