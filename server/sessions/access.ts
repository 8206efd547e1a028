import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type ApiRoute, isSessionOnly } from "#server/http/apiRoute.ts";
import { forbidden, unauthorized } from "#server/refusals.ts";
import { findApiToken } from "./apiTokenReader.ts";
import { isApiToken } from "./apiTokenSecret.ts";
import { findSessionUser } from "./sessions.ts";
import type { Tokens } from "./tokens.ts";

/** The stored time is updated only once it is this many ms old, so that few requests write. */
const EXACTNESS_MS = 5 * 60 * 1000;

/** Notes that a session of a user sent a request. A failure doesn't matter, for example a full disk. */
function noteSeen(db: Kysely<Database>, user: UserRow, now: Date): void {
  const last = Date.parse(user.last_seen_at ?? "");
  if (Math.abs(now.getTime() - last) < EXACTNESS_MS) return;
  void db
    .updateTable("users")
    .set({ last_seen_at: now.toISOString() })
    .where("id", "=", user.id)
    .execute()
    .catch(() => undefined);
}

interface Caller {
  user: UserRow;
  /** The session's id; for an API token, the token's. */
  sessionId: string;
  /** Set if the request has an API token. */
  token?: NamedRecord;
  /** The time at which the user and the session were read. */
  readAt: Date;
  /** Whether the body had yet to arrive then. */
  isEarly: boolean;
}

/**
 * A caller that was read longer ago than this, or before the body arrived, is read again: a thief could hold
 * back a body for half a minute, until the owner has ended the session.
 */
const CALLER_CACHE_MS = 1_000;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyInstance {
    /** Every /api route, for the API description and for tests that call all routes. */
    apiRoutes: ApiRoute[];
    /** Whether the session or API token of an open event stream is still valid. */
    isCallerValid: (request: FastifyRequest) => Promise<boolean>;
  }
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(headers.authorization ?? "")?.[1];
}

/**
 * Enforces the declared access of every route registered afterwards. Each request reads session and
 * user from the database, so an admin's changes apply at once.
 */
export function enforceAccess(app: FastifyInstance, { db, now }: Deps, tokens: Tokens): void {
  async function findSession(bearer: string, readAt: Date): Promise<Omit<Caller, "isEarly">> {
    const sessionId = await tokens.readAccess(bearer);
    const user = sessionId && (await findSessionUser(db, sessionId, readAt));
    if (!sessionId || !user) throw unauthorized("Please sign in");
    noteSeen(db, user, readAt);
    return { user, sessionId, readAt };
  }

  async function findTokenCaller(request: FastifyRequest, bearer: string, readAt: Date) {
    const token = await findApiToken(db, bearer, readAt);
    if (!token) throw unauthorized("The API token is unknown, expired or revoked");
    const { method, routeOptions } = request;
    const { api } = routeOptions.config;
    if (!api || isSessionOnly({ tag: api.tag, method })) {
      throw forbidden("API tokens may not do this. Please sign in");
    }
    if (token.scope === "read" && method !== "GET" && method !== "HEAD") {
      throw forbidden("This API token may only read");
    }
    const { id, name, user } = token;
    return { user, sessionId: id, token: { id, name }, readAt };
  }

  async function authorize(request: FastifyRequest): Promise<void> {
    const access = request.routeOptions.config.api?.access;
    if (access === undefined || access === "public") return;
    const bearer = bearerToken(request) ?? "";
    const caller = isApiToken(bearer)
      ? await findTokenCaller(request, bearer, now())
      : await findSession(bearer, now());
    if (access === "admin" && caller.user.role !== "admin") {
      throw forbidden("Only admins may do this");
    }
    // Injected requests have no `complete`: their bodies are there.
    const isEarly = "complete" in request.raw && !request.raw.complete;
    request.caller = { ...caller, isEarly };
  }

  app.decorate("isCallerValid", async (request: FastifyRequest) => {
    const bearer = bearerToken(request) ?? "";
    const isValid = isApiToken(bearer)
      ? await findApiToken(db, bearer, now())
      : await findSessionUser(db, sessionIdOf(request), now());
    return isValid !== undefined;
  });

  app.decorate("apiRoutes", []);
  app.decorateRequest("caller", null);

  app.addHook("onRoute", ({ url, method, config }) => {
    if (!url.startsWith("/api")) return;
    const declared = config?.api;
    if (!declared) throw new Error(`${String(method)} ${url} does not declare its access`);
    if (url.includes(":") && !declared.params)
      throw new Error(`${url} does not declare its parameters`);
    const { dependentBody, body = dependentBody } = declared;
    const described = { ...declared, ...(body && { body }), url };
    for (const name of [method].flat()) app.apiRoutes.push({ ...described, method: name });
  });

  app.addHook("onRequest", authorize);

  app.addHook("preValidation", async (request) => {
    const { caller } = request;
    const isOld = (at: Date) => Math.abs(now().getTime() - at.getTime()) >= CALLER_CACHE_MS;
    if (caller && (caller.isEarly || isOld(caller.readAt))) await authorize(request);
  });
}

/** The user who sent a request. The route must not be public. */
export const userOf = (request: FastifyRequest): UserRow => callerOf(request).user;

/** The session of a request. The route must not be public. */
export const sessionIdOf = (request: FastifyRequest): string => callerOf(request).sessionId;

function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw unauthorized("Please sign in");
  return caller;
}
