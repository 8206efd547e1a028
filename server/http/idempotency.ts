import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import type { Deps } from "#server/deps.ts";
import { keyReused } from "./errors.ts";

/** How long an answer is kept for a repeat of its request, in ms: browsers repeat at once. */
const KEPT = 60_000;
/** Answers that are kept at the same time; beyond, the oldest goes. */
const MOST = 1_000;

/** What a request was answered with. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** An answer that is there, or will be. */
interface Kept {
  at: number;
  /** Tells its request's body from others. */
  fingerprint: string;
  answer: Promise<Answer>;
  settle: (answer: Answer) => void;
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** What of an answer's head belongs to its body. */
const HEADERS = ["content-type", "etag", "location"];

declare module "fastify" {
  interface FastifyRequest {
    /** Where this request's answer is kept for its repeats. */
    kept: Kept | null;
  }
}

/** The attempt that a request names, at this call of its caller's; undefined if it names none. */
function attemptOf({ method, url, headers, caller }: FastifyRequest): string | undefined {
  const name = headers[IDEMPOTENCY_HEADER];
  if (READS.has(method) || !caller || typeof name !== "string") return undefined;
  // The same name for another call is no repeat.
  return /^[\w-]{16,64}$/.test(name) ? `${caller.sessionId} ${name} ${method} ${url}` : undefined;
}

/**
 * The id of what a request makes, or of the audit log's entry of what it does. A repeat of it names
 * the same one also to another server, or to this one after a restart: so they find it done. Random
 * for requests that name no attempt. Nothing of the body is in it: what is found by this id has to
 * be compared with the request, see {@link keyReused}.
 */
export function idempotentId(request: FastifyRequest): string {
  const attempt = attemptOf(request);
  if (attempt === undefined) return randomUUID();
  const hex = createHash("sha256").update(attempt).digest("hex");
  // A UUID of version 8, whose bits mean what their maker likes.
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

function newKept(at: number, fingerprint: string): Kept {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  return { at, fingerprint, answer: promise, settle: resolve };
}

/**
 * Carries out a change once, however often its request arrives: a repeat gets the first one's answer.
 * A request with the same key and another body gets a 422.
 * Routes that are registered afterwards are covered. Answers are kept in memory: of two servers
 * behind one address, each knows its own, and only {@link idempotentId} holds for both. A route has to
 * send its answer, or return one: of what returns nothing Fastify sends nothing, and so none is kept,
 * when the connection is gone.
 */
export function enforceIdempotency(app: FastifyInstance, { now }: Deps): void {
  const answers = new Map<string, Kept>();
  // Bodies hold passwords, so they can't be kept; and a plain hash of a password can be guessed.
  const secret = randomBytes(32);
  const fingerprintOf = ({ bodyText }: FastifyRequest): string =>
    createHmac("sha256", secret).update(bodyText).digest("base64");
  app.decorateRequest("kept", null);

  app.addHook("preHandler", async (request, reply) => {
    const attempt = attemptOf(request);
    if (attempt === undefined) return;
    const time = now().getTime();
    for (const [name, { at }] of answers) {
      if (time - at < KEPT && answers.size < MOST) break;
      answers.delete(name);
    }
    const first = answers.get(attempt);
    const fingerprint = fingerprintOf(request);
    if (first && first.fingerprint !== fingerprint) throw keyReused();
    if (!first) {
      request.kept = newKept(time, fingerprint);
      answers.set(attempt, request.kept);
      return;
    }
    const { status, headers, body } = await first.answer;
    await reply.code(status).headers(headers).send(body);
  });

  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.kept) request.kept.settle(answerOf(reply, payload));
    done();
  });
}

function answerOf(reply: FastifyReply, payload: unknown): Answer {
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  return { status: reply.statusCode, headers, body: typeof payload === "string" ? payload : "" };
}
