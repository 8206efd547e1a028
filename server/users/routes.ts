import { userUpdateRule } from "#contract/rules/user.ts";
import {
  type UserResponse,
  type UsersResponse,
  type UserUpdate,
  USERS_MAX,
} from "#contract/user.ts";
import { userOf } from "#server/http/access.ts";
import type { Deps } from "#server/deps.ts";
import { bounded } from "#server/http/bounds.ts";
import { validated } from "#server/http/errors.ts";
import { originOf } from "#server/events/origin.ts";
import { idOfNew } from "#server/http/idempotency.ts";
import type { FastifyInstance } from "fastify";
import { presentUserTo } from "./presenter.ts";
import { deleteUser, getUser, listUsers, updateUser } from "./queries.ts";

interface ById {
  Params: { id: string };
}

/** The fields that were sent, and only those. */
function sentFields(body: unknown): UserUpdate {
  const { is_active, role } = validated(userUpdateRule, body);
  return { ...(is_active !== undefined && { is_active }), ...(role !== undefined && { role }) };
}

/** Users: everyone may read them, admins change and delete them (§6, §7). */
export function userRoutes(app: FastifyInstance, { db, events, now }: Deps): void {
  app.get(
    "/api/users",
    { config: { access: "user" } },
    async (request, reply): Promise<UsersResponse> => {
      const asker = userOf(request);
      const rows = await listUsers(db, asker, USERS_MAX + 1);
      const users = rows.map((row) => presentUserTo(asker, row));
      return { users: bounded(reply, "users", users, USERS_MAX) };
    },
  );

  app.get<ById>(
    "/api/users/:id",
    { config: { access: "user" } },
    async (request): Promise<UserResponse> => ({
      user: presentUserTo(userOf(request), await getUser(db, request.params.id)),
    }),
  );

  app.put<ById>(
    "/api/users/:id",
    { config: { access: "admin" } },
    async (request): Promise<UserResponse> => {
      const { id } = request.params;
      const by = userOf(request);
      const update = sentFields(request.body);
      const { user, changed } = await updateUser(db, id, update, { by, at: now() });
      if (changed) events.publish({ type: "user", id, change: "updated", by: originOf(request) });
      return { user: presentUserTo(by, user) };
    },
  );

  app.delete<ById>("/api/users/:id", { config: { access: "admin" } }, async (request, reply) => {
    const { id } = request.params;
    await deleteUser(db, id, { by: userOf(request), at: now(), id: idOfNew(request) });
    events.publish({ type: "user", id, change: "deleted", by: originOf(request) });
    return await reply.code(204).send();
  });
}
