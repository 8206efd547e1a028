import type { FastifyInstance } from "fastify";
import type { JWTPayload } from "jose";
import { api } from "#server/http/apiRoute.ts";
import { badRequest, HttpError } from "#server/http/errors.ts";
import { endProviderSessions } from "#server/sessions/providerSessions.ts";
import { type ByProvider, type OidcDeps, providerOf } from "./oidcDeps.ts";

const LOGOUT = api({
  access: "public",
  tag: "OpenID Connect",
  operationId: "endProviderSessions",
  summary: "Back-channel logout: the provider's form with `logout_token` ends its user's sessions",
});

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const RETRY_SECONDS = 10;
const FORM_LIMIT = 16 * 1024;
const invalid = () => badRequest("The logout token is invalid");

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** The sessions that a verified token names (OpenID Connect Back-Channel Logout 1.0 §2.6). */
function namedSessions({ events, nonce, sid, sub }: JWTPayload) {
  const named = { sid: textOf(sid), subject: textOf(sub) };
  const isLogout = typeof Object(events)[EVENT] === "object" && nonce === undefined;
  if (!isLogout || (named.sid ?? named.subject) === undefined) throw invalid();
  return named;
}

/** Lets a provider end the sessions that were started with it. */
export function backchannelRoute(app: FastifyInstance, deps: OidcDeps): void {
  const { db, config, events, connect } = deps;
  // Only this route accepts a form.
  void app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_LIMIT },
      (_request, body, done) =>
        done(null, { logout_token: new URLSearchParams(body).get("logout_token") }),
    );
    scope.post<ByProvider>(
      "/api/auth/oidc/:provider/backchannel-logout",
      LOGOUT,
      async (request, reply) => {
        const provider = providerOf(config, request.params.provider);
        const token = textOf((Object(request.body) as Record<string, unknown>)["logout_token"]);
        if (token === undefined || token.length > FORM_LIMIT) throw invalid();
        const { verify } = await connect(provider).catch(() => {
          throw new HttpError(503, { error: "The provider can't be reached" }, RETRY_SECONDS);
        });
        const checks = { maxTokenAge: "10 minutes", requiredClaims: ["iat", "jti"] };
        const payload = await verify(token, checks).catch(() => {
          throw invalid();
        });
        for (const id of await endProviderSessions(db, provider.id, namedSessions(payload))) {
          events.publish({ type: "session", id });
        }
        return await reply.code(204).send();
      },
    );
  });
}
