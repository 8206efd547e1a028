import type { FastifyInstance, FastifyRequest } from "fastify";
import { unlinkRule } from "#contract/rules/signIn.ts";
import {
  IdentitiesResponse,
  type Identity,
  OwnIdentitiesResponse,
} from "#contract/shapes/signIn.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import type { IdentityRow } from "#server/db/schema/accounts.ts";
import { api, BY_ID, pathRule } from "#server/http/apiRoute.ts";
import { sessionIdOf, userOf } from "#server/sessions/access.ts";
import {
  confirmIdentity,
  listIdentities,
  onlyWayIn,
  unlinkIdentity,
  unlinkOwnIdentity,
} from "./identities.ts";
import type { OidcDeps } from "./oidcDeps.ts";

const BY_IDENTITY = pathRule("id", "identityId");
const forAdmins = { access: "admin", tag: "OpenID Connect" } as const;
const ofUser = { access: "user", tag: "OpenID Connect" } as const;
const LIST = api({
  ...forAdmins,
  params: BY_ID,
  operationId: "listIdentities",
  summary: "The providers' users that are linked to an account, or wait for it; at most 100",
  response: IdentitiesResponse,
});
const CONFIRM = api({
  ...forAdmins,
  params: BY_IDENTITY,
  operationId: "confirmIdentity",
  summary:
    "Confirm in the user's place that an identity belongs to the account. Its other identities, " +
    "sessions, API tokens and links end; a password is cleared unless the address was verified",
});
const REMOVE = api({
  ...forAdmins,
  params: BY_IDENTITY,
  operationId: "unlinkIdentity",
  summary:
    "Unlink an identity, and end the sessions that were started with it; with `access=end` all " +
    "sessions, API tokens, the calendar feed and links",
  query: unlinkRule,
});
const LIST_OWN = api({
  ...ofUser,
  operationId: "listOwnIdentities",
  summary:
    "The providers' users that are linked to the signed-in user, or wait for it; at most 100",
  response: OwnIdentitiesResponse,
});
const REMOVE_OWN = api({
  ...ofUser,
  params: BY_ID,
  operationId: "unlinkOwnIdentity",
  summary: "Unlink an identity of one's own, and end the other sessions that were started with it",
  failures: { 409: "The user could not sign in without it." },
});

/** The calls by which users and admins see and unlink identities, and by which admins confirm them. */
export function identityRoutes(app: FastifyInstance, { db, config, events, now }: OidcDeps): void {
  const labelOf = (provider: string) =>
    config.oidcProviders.find((one) => one.id === provider)?.label ?? provider;
  const present = (row: IdentityRow): Identity => ({
    id: row.id,
    provider: labelOf(row.provider),
    email: row.email,
    email_verified: row.email_verified === 1,
    created_at: row.created_at,
    confirmed_at: row.confirmed_at,
  });
  const contextOfSession = (request: FastifyRequest) => ({
    ...contextOf(request, now()),
    sessionId: sessionIdOf(request),
  });

  app.get("/api/profile/identities", LIST_OWN, async (request): Promise<OwnIdentitiesResponse> => {
    const user = userOf(request);
    const rows = await listIdentities(db, user.id);
    const only = onlyWayIn(user, rows, config);
    return {
      identities: rows.map((row) => Object.assign(present(row), { only_way_in: row.id === only })),
    };
  });

  app.delete("/api/profile/identities/:id", REMOVE_OWN, async (request, reply) => {
    const { id } = userOf(request);
    await unlinkOwnIdentity(db, id, request.params.id, config, contextOfSession(request));
    events.publish({ type: "session", id });
    return await reply.code(204).send();
  });

  app.get("/api/users/:id/identities", LIST, async ({ params }): Promise<IdentitiesResponse> => {
    return { identities: (await listIdentities(db, params.id)).map(present) };
  });

  app.post("/api/users/:id/identities/:identityId/confirm", CONFIRM, async (request, reply) => {
    const { params } = request;
    const context = contextOf(request, now());
    await confirmIdentity(db, params.id, params.identityId, sessionIdOf(request), context);
    events.publish({ type: "session", id: params.id });
    return await reply.code(204).send();
  });

  app.delete("/api/users/:id/identities/:identityId", REMOVE, async (request, reply) => {
    const { params } = request;
    const { access = "keep" } = request.query;
    const context = contextOfSession(request);
    await unlinkIdentity(db, params.id, params.identityId, access, context);
    events.publish({ type: "session", id: params.id });
    return await reply.code(204).send();
  });
}
