import type { FastifyInstance } from "fastify";
import type { JWTPayload } from "jose";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { api } from "#server/http/apiRoute.ts";
import { badRequest, busy } from "#server/refusals.ts";
import { secretRow } from "#server/secrets/table.ts";
import { endProviderSessions } from "#server/sessions/providerSessions.ts";
import { endCodes } from "./codes.ts";
import { BY_PROVIDER, type OidcDeps, providerOf } from "./oidcDeps.ts";

const LOGOUT = api({
  access: "public",
  tag: "OpenID Connect",
  params: BY_PROVIDER,
  operationId: "endProviderSessions",
  summary: "Back-channel logout: the provider's form with `logout_token` ends its user's sessions",
});

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const RETRY_SECONDS = 10;
/** The lifetime of a token. Its use is noted for longer, because the clocks may differ. */
const TOKEN_SECONDS = 10 * 60;
const USES_KEPT_MS = 2 * TOKEN_SECONDS * 1000;
const FORM_LIMIT = 16 * 1024;
const invalid = () => badRequest("The logout token is invalid");

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** What a verified token names (OpenID Connect Back-Channel Logout 1.0 §2.6). */
function readToken({ events, nonce, sid, sub, jti }: JWTPayload) {
  const named = { sid: textOf(sid), subject: textOf(sub) };
  const isLogout = typeof Object(events)[EVENT] === "object" && nonce === undefined;
  if (!isLogout || (named.sid ?? named.subject) === undefined) throw invalid();
  return { named, jti: textOf(jti) };
}

/** Ends the codes and sessions that a token names, once. Returns the ids of their users. */
async function carryOut(
  db: Kysely<Database>,
  provider: string,
  { named, jti }: ReturnType<typeof readToken>,
  at: Date,
): Promise<string[]> {
  const token = JSON.stringify([provider, jti]);
  const use = secretRow("logout_token", token, { at, lifetimeMs: USES_KEPT_MS });
  return await transaction(db, async (trx) => {
    const first = await trx
      .insertInto("secrets")
      .values(use)
      .onConflict((onConflict) => onConflict.column("hash").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!first) return [];
    await endCodes(trx, provider, named, at);
    return await endProviderSessions(trx, provider, named);
  });
}

/** Lets a provider end the sessions that were started with it. */
export function backchannelRoute(app: FastifyInstance, deps: OidcDeps): void {
  const { db, config, events, now, connect } = deps;
  // Only this route accepts a form.
  void app.register(async (scope: FastifyInstance) => {
    scope.addContentTypeParser<string>(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_LIMIT },
      (_request, body, done) =>
        done(null, { logout_token: new URLSearchParams(body).get("logout_token") }),
    );
    scope.post("/api/auth/oidc/:provider/backchannel-logout", LOGOUT, async (request, reply) => {
      const provider = providerOf(config, request.params.provider);
      const token = textOf((Object(request.body) as Record<string, unknown>)["logout_token"]);
      if (token === undefined || token.length > FORM_LIMIT) throw invalid();
      const { verify } = await connect(provider).catch(() => {
        throw busy("The provider can't be reached", RETRY_SECONDS);
      });
      const checks = { maxTokenAge: TOKEN_SECONDS, requiredClaims: ["iat", "jti"] };
      const payload = await verify(token, checks).catch(() => {
        throw invalid();
      });
      for (const id of await carryOut(db, provider.id, readToken(payload), now())) {
        events.publish({ type: "session", id });
      }
      return await reply.code(204).send();
    });
  });
}
