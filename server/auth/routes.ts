import { credentialsRule, refreshRule, registrationRule } from "#contract/rules/session.ts";
import type { RefreshResponse, SessionResponse } from "#contract/session.ts";
import type { UserResponse } from "#contract/user.ts";
import { userOf } from "#server/access.ts";
import type { UserRow } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { unauthorized, validated } from "#server/errors.ts";
import { clientOf } from "#server/events/client.ts";
import { presentUser } from "#server/users/presenter.ts";
import type { FastifyInstance } from "fastify";
import type { AccessTokens } from "./accessTokens.ts";
import { createAccount, findAccount } from "./accounts.ts";
import { endSession, startSession, useSession } from "./sessions.ts";

/** Sign-in, registration, and the life of a session (§4, §7). */
export function authRoutes(app: FastifyInstance, deps: Deps, tokens: AccessTokens): void {
  const { db, config, events, now } = deps;
  const limited =
    config.loginRateLimit === "off"
      ? {}
      : { rateLimit: { max: config.loginRateLimit, timeWindow: 60_000 } };

  async function signIn(user: UserRow): Promise<SessionResponse> {
    const { sessionId, refreshToken } = await startSession(db, user.id, now());
    return { user: presentUser(user), accessToken: tokens.issue(sessionId), refreshToken };
  }

  app.post(
    "/api/auth/login",
    { config: { access: "public", ...limited } },
    async ({ body }): Promise<SessionResponse> => {
      const { email, password } = validated(credentialsRule, body);
      const user = await findAccount(db, email, password);
      if (!user) throw unauthorized("Invalid email or password");
      return await signIn(user);
    },
  );

  app.post(
    "/api/auth/register",
    { config: { access: "public", ...limited } },
    async (request, reply): Promise<SessionResponse> => {
      const registration = validated(registrationRule, request.body);
      const user = await createAccount(db, registration, config, now());
      events.publish({ type: "user", id: user.id, change: "created", by: clientOf(request) });
      reply.code(201);
      return await signIn(user);
    },
  );

  app.get(
    "/api/auth/me",
    { config: { access: "user" } },
    async (request): Promise<UserResponse> => ({ user: presentUser(userOf(request)) }),
  );

  app.post(
    "/api/auth/refresh",
    { config: { access: "public" } },
    async ({ body }): Promise<RefreshResponse> => {
      const { refreshToken } = validated(refreshRule, body);
      const sessionId = await useSession(db, refreshToken, now());
      if (sessionId === undefined) throw unauthorized("Session expired. Please login again.");
      return { accessToken: tokens.issue(sessionId) };
    },
  );

  app.post("/api/auth/logout", { config: { access: "public" } }, async ({ body }, reply) => {
    const { refreshToken } = validated(refreshRule, body);
    const userId = await endSession(db, refreshToken);
    if (userId !== undefined) events.publish({ type: "session", id: userId });
    return await reply.code(204).send();
  });
}
