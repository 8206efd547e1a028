import type { FastifyInstance } from "fastify";
import { refreshRule } from "#contract/rules/session.ts";
import { RefreshResponse } from "#contract/shapes/session.ts";
import { UserResponse } from "#contract/shapes/user.ts";
import { PROVIDER_LOGOUT_HEADER } from "#contract/signIn.ts";
import { MINUTE_MS } from "#contract/time.ts";
import { isClosed } from "#server/accounts/accountState.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { createRateLimit } from "#server/rateLimit.ts";
import { unauthorized } from "#server/refusals.ts";
import { userOf } from "#server/sessions/access.ts";
import { providerOfSession } from "#server/sessions/providerSessions.ts";
import { endSession, redeemRefreshToken, signOutEverywhere } from "#server/sessions/sessions.ts";
import { createSteadyClock } from "#server/sessions/steadyClock.ts";
import type { Tokens } from "#server/sessions/tokens.ts";
import { presentUser } from "#server/users/presenter.ts";
import type { KnownDevices } from "./knownDevice.ts";

/** The rate limit of one session's refreshes. A hundred tabs that open at once stay below it. */
export const REFRESHES_PER_MINUTE = 120;

const ME = api({
  access: "user",
  tag: "Session",
  operationId: "getSignedInUser",
  summary: "The signed-in user",
  response: UserResponse,
});
const REFRESH = api({
  access: "public",
  tag: "Session",
  operationId: "refreshSession",
  summary: "Get a new access token",
  body: refreshRule,
  response: RefreshResponse,
  failures: {
    401: "The session has ended. `code` is account_closed if the account is deactivated or deleted.",
    429: "Too many refreshes of this session.",
  },
});
const LOGOUT = api({
  access: "public",
  tag: "Session",
  operationId: "signOut",
  summary:
    "End the session of a refresh token or a sign-out token; succeeds for unknown tokens too",
  body: refreshRule,
});
const LOGOUT_EVERYWHERE = api({
  access: "user",
  tag: "Session",
  operationId: "endAllSessions",
  summary: "End all sessions of the signed-in user, this one included",
});

/** Routes to refresh a session, to sign out, and to read the current user (§4, §7). */
export function sessionRoutes(
  app: FastifyInstance,
  deps: Deps,
  tokens: Tokens,
  devices: KnownDevices,
): void {
  const { db, config, events, now, elapsed = () => performance.now() } = deps;
  const steady = createSteadyClock(deps);
  const refreshLimit = createRateLimit(MINUTE_MS, elapsed);

  app.get(
    "/api/auth/me",
    ME,
    async (request): Promise<UserResponse> => ({ user: presentUser(userOf(request)) }),
  );

  app.post("/api/auth/refresh", REFRESH, async (request, reply): Promise<RefreshResponse> => {
    const { refreshToken } = request.body;
    const token = await tokens.readRefresh(refreshToken);
    if (token) refreshLimit.take(token.sessionId, REFRESHES_PER_MINUTE);
    const times = { now: now(), steady: steady() };
    const redemption = token && (await redeemRefreshToken(db, token, times));
    if (token && redemption?.outcome === "renewed") {
      const { emailKey, next } = redemption;
      // The session may predate the cookie, or the browser may have dropped it.
      if (!devices.find(request, emailKey)) devices.remember(request, reply, emailKey);
      return {
        accessToken: await tokens.issueAccess(token.sessionId),
        refreshToken: next
          ? await tokens.issueRefresh({ ...token, generation: next })
          : refreshToken,
      };
    }
    if (redemption?.outcome === "revoked") {
      const { id } = redemption.user;
      request.log.warn(
        { user: id },
        "A superseded refresh token was used, so its session has ended",
      );
      events.publish({ type: "session", id });
    }
    // Only a token that this server has signed contains an account's id, so other clients learn nothing.
    const closed = token?.userId !== undefined && (await isClosed(db, token.userId));
    throw unauthorized(
      "Session expired. Please login again.",
      closed ? "account_closed" : undefined,
    );
  });

  app.post("/api/auth/logout", LOGOUT, async ({ body }, reply) => {
    const sessionId = await tokens.readSignOut(body.refreshToken);
    const provider = sessionId && (await providerOfSession(db, sessionId));
    const userId = sessionId && (await endSession(db, sessionId));
    if (config.oidcProviders.some(({ id, logout }) => id === provider && logout)) {
      reply.header(PROVIDER_LOGOUT_HEADER, `/api/auth/oidc/${provider}/logout`);
    }
    if (userId) events.publish({ type: "session", id: userId });
    return await reply.code(204).send();
  });

  app.delete("/api/auth/sessions", LOGOUT_EVERYWHERE, async (request, reply) => {
    await signOutEverywhere(db, contextOf(request, now()));
    events.publish({ type: "session", id: userOf(request).id });
    return await reply.code(204).send();
  });
}
