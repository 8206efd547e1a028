import type { FastifyInstance } from "fastify";
import { apiTokenRule } from "#contract/rules/apiToken.ts";
import { ApiTokenCreatedResponse, ApiTokensResponse } from "#contract/shapes/apiToken.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { refused } from "#server/refusals.ts";
import { sessionIdOf, userOf } from "#server/sessions/access.ts";
import { newTokenSecret } from "#server/sessions/apiTokenSecret.ts";
import type { RequestSecrets } from "#server/sessions/requestSecrets.ts";
import { createApiToken, listApiTokens, revokeApiToken } from "./queries.ts";

const ofUser = { access: "user", tag: "API tokens" } as const;

const LIST = api({
  ...ofUser,
  operationId: "listApiTokens",
  summary: "The signed-in user's API tokens, without their secrets",
  response: ApiTokensResponse,
});
const CREATE = api({
  ...ofUser,
  operationId: "createApiToken",
  summary: "Create an API token; no other response contains the secret",
  body: apiTokenRule,
  status: 201,
  response: ApiTokenCreatedResponse,
  failures: { 409: "The user has too many API tokens." },
});
const REVOKE = api({
  ...ofUser,
  params: BY_ID,
  operationId: "revokeApiToken",
  summary: "Revoke an API token",
});

/** Routes for the signed-in user's personal API tokens. */
export function apiTokenRoutes(
  app: FastifyInstance,
  { db, events, now }: Deps,
  secretOf: RequestSecrets,
): void {
  app.get("/api/tokens", LIST, async (request): Promise<ApiTokensResponse> => {
    return { tokens: await listApiTokens(db, userOf(request).id) };
  });

  app.post("/api/tokens", CREATE, async (request, reply): Promise<ApiTokenCreatedResponse> => {
    const user = userOf(request);
    const { body } = request;
    if (body.scope === "admin" && user.role !== "admin") {
      throw refused([{ param: "scope", msg: "Only admins may have a token for admins' calls" }]);
    }
    const secret = newTokenSecret(secretOf(request));
    const context = { ...contextOf(request, now()), secret, sessionId: sessionIdOf(request) };
    const token = await createApiToken(db, user, body, context);
    reply.code(201);
    return { token, secret };
  });

  app.delete("/api/tokens/:id", REVOKE, async (request, reply) => {
    const user = userOf(request);
    await revokeApiToken(db, user, request.params.id, contextOf(request, now()));
    // Ends the token's event streams.
    events.publish({ type: "session", id: user.id });
    return await reply.code(204).send();
  });
}
