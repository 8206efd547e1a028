import type { FastifyInstance } from "fastify";
import { Setup } from "#contract/shapes/setup.ts";
import { UserResponse } from "#contract/shapes/user.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { userOf } from "#server/sessions/access.ts";
import { presentUserTo } from "#server/users/presenter.ts";
import { becomeAdmin, closeSetup, readSetup } from "./queries.ts";

const setup = { access: "user", tag: "Setup" } as const;
const READ = api({
  ...setup,
  operationId: "getSetup",
  summary: "What a new server still needs",
  response: Setup,
});
const CLOSE = api({
  ...setup,
  operationId: "closeSetup",
  summary: "Close the first steps for the caller, for good",
});
const BECOME_ADMIN = api({
  ...setup,
  operationId: "becomeAdmin",
  summary: "Become an admin of a server that has no active admin",
  headers: CLIENT_ID_HEADER,
  response: UserResponse,
  failures: { 409: "The server has an active admin." },
});

/** The first steps on a new server, beyond §7. */
export function setupRoutes(app: FastifyInstance, { db, config, now }: Deps): void {
  app.get("/api/setup", READ, async (request): Promise<Setup> => {
    const hasProvider = config.oidcProviders.length > 0;
    return await readSetup(db, userOf(request), { hasProvider, now: now() });
  });

  app.post("/api/setup/close", CLOSE, async (request, reply) => {
    await closeSetup(db, userOf(request).id);
    return await reply.code(204).send();
  });

  app.post("/api/setup/admin", BECOME_ADMIN, async (request): Promise<UserResponse> => {
    const user = await becomeAdmin(db, userOf(request), contextOf(request, now()));
    return { user: presentUserTo(user, user) };
  });
}
