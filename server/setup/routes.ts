import type { FastifyInstance } from "fastify";
import { SETUP_DAYS, type Setup } from "#contract/setup.ts";
import type { UserResponse } from "#contract/user.ts";
import type { Deps } from "#server/deps.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/events/origin.ts";
import { api } from "#server/http/apiRoute.ts";
import { flag, nullable, shape } from "#server/http/schema.ts";
import { userOf } from "#server/sessions/access.ts";
import { presentUserTo } from "#server/users/presenter.ts";
import { USER } from "#server/users/schemas.ts";
import { becomeAdmin, closeSetup, readSetup } from "./queries.ts";

const setup = { access: "user", tag: "Setup" } as const;
const READ = api({
  ...setup,
  operationId: "getSetup",
  summary: "What a new server still needs",
  response: shape<Setup>({
    steps: {
      ...nullable(
        shape<NonNullable<Setup["steps"]>>({
          task: { ...flag, description: "Whether there is a task." },
          people: { ...flag, description: "Whether there is a second user." },
          import: { ...flag, description: "Whether tasks were imported." },
          provider: { ...flag, description: "Whether users can sign in with a provider." },
        }),
      ),
      description: `For admins in the first ${SETUP_DAYS} days of a server, until they close the steps; otherwise null.`,
    },
    can_become_admin: {
      ...flag,
      description: "Whether the caller may become an admin, because the server has no active one.",
    },
  }),
});
const CLOSE = api({
  ...setup,
  sessionOnly: true,
  operationId: "closeSetup",
  summary: "Close the first steps for the caller, for good",
});
const BECOME_ADMIN = api({
  ...setup,
  sessionOnly: true,
  operationId: "becomeAdmin",
  summary: "Become an admin of a server that has no active admin",
  headers: CLIENT_ID_HEADER,
  response: shape<UserResponse>({ user: USER }),
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
