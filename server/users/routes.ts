import { userUpdateRule } from "#contract/rules/user.ts";
import type { UserResponse, UsersResponse, UserUpdate } from "#contract/user.ts";
import type { Deps } from "#server/deps.ts";
import { validated } from "#server/errors.ts";
import type { FastifyInstance } from "fastify";
import { presentUser } from "./presenter.ts";
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
export function userRoutes(app: FastifyInstance, { db, now }: Deps): void {
  app.get("/api/users", { config: { access: "user" } }, async (): Promise<UsersResponse> => {
    return { users: (await listUsers(db)).map(presentUser) };
  });

  app.get<ById>(
    "/api/users/:id",
    { config: { access: "user" } },
    async ({ params }): Promise<UserResponse> => ({
      user: presentUser(await getUser(db, params.id)),
    }),
  );

  app.put<ById>(
    "/api/users/:id",
    { config: { access: "admin" } },
    async ({ params, body }): Promise<UserResponse> => ({
      user: presentUser(await updateUser(db, params.id, sentFields(body))),
    }),
  );

  app.delete<ById>("/api/users/:id", { config: { access: "admin" } }, async ({ params }, reply) => {
    await deleteUser(db, params.id, now());
    return await reply.code(204).send();
  });
}
