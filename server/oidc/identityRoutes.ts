import type { FastifyInstance } from "fastify";
import { IdentitiesResponse } from "#contract/shapes/signIn.ts";
import { contextOf } from "#server/events/origin.ts";
import { api, type ById } from "#server/http/apiRoute.ts";
import { sessionIdOf } from "#server/sessions/access.ts";
import { confirmIdentity, listIdentities, removeIdentity } from "./identities.ts";
import type { OidcDeps } from "./oidcDeps.ts";

const forAdmins = { access: "admin", tag: "OpenID Connect" } as const;
const LIST = api({
  ...forAdmins,
  operationId: "listIdentities",
  summary: "The providers' users that are linked to an account, or wait for it; at most 100",
  response: IdentitiesResponse,
});
const CONFIRM = api({
  ...forAdmins,
  sessionOnly: true,
  operationId: "confirmIdentity",
  summary:
    "Confirm in the user's place that an identity belongs to the account. Its other identities, " +
    "sessions, API tokens and links end; a password is cleared unless the address was verified",
});
const REMOVE = api({
  ...forAdmins,
  sessionOnly: true,
  operationId: "unlinkIdentity",
  summary: "Unlink an identity, and end the sessions that were started with it",
});

interface ByIdentity {
  Params: { id: string; identityId: string };
}

/** The calls by which admins see, confirm and unlink identities. */
export function identityRoutes(app: FastifyInstance, { db, config, events, now }: OidcDeps): void {
  const labelOf = (provider: string) =>
    config.oidcProviders.find((one) => one.id === provider)?.label ?? provider;

  app.get<ById>(
    "/api/users/:id/identities",
    LIST,
    async ({ params }): Promise<IdentitiesResponse> => {
      const rows = await listIdentities(db, params.id);
      const identities = rows.map((row) => ({
        id: row.id,
        provider: labelOf(row.provider),
        email: row.email,
        email_verified: row.email_verified === 1,
        created_at: row.created_at,
        confirmed_at: row.confirmed_at,
      }));
      return { identities };
    },
  );

  app.post<ByIdentity>(
    "/api/users/:id/identities/:identityId/confirm",
    CONFIRM,
    async (request, reply) => {
      const { params } = request;
      const context = contextOf(request, now());
      await confirmIdentity(db, params.id, params.identityId, sessionIdOf(request), context);
      events.publish({ type: "session", id: params.id });
      return await reply.code(204).send();
    },
  );

  app.delete<ByIdentity>(
    "/api/users/:id/identities/:identityId",
    REMOVE,
    async (request, reply) => {
      const { params } = request;
      await removeIdentity(db, params.id, params.identityId, contextOf(request, now()));
      events.publish({ type: "session", id: params.id });
      return await reply.code(204).send();
    },
  );
}
