import type { FastifyInstance } from "fastify";
import { userUpdateRule } from "#contract/rules/user.ts";
import { userListRule } from "#contract/rules/userList.ts";
import { UserResponse } from "#contract/shapes/user.ts";
import { UsersResponse } from "#contract/shapes/userList.ts";
import { USERS_MAX } from "#contract/user.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { truncateList } from "#server/http/bounds.ts";
import { forbidden, notFound } from "#server/refusals.ts";
import type { ReadDeps } from "#server/search/longReads.ts";
import { userOf } from "#server/sessions/access.ts";
import { updateUser } from "./changeUser.ts";
import { deleteUser } from "./deleteUser.ts";
import { listUserPage } from "./listPage.ts";
import { maySee, presentUserTo } from "./presenter.ts";
import { getUser, listUsers } from "./queries.ts";

const LAST_ADMIN = "The last active admin can't be demoted, deactivated or deleted.";

const LIST = api({
  access: "user",
  tag: "Users",
  operationId: "listUsers",
  summary:
    "All users; beyond 10,000, the oldest accounts. For admins, with `limit`: a page of the matching users",
  query: userListRule,
  response: UsersResponse,
  cuts: ["users"],
  failures: { 403: "Only admins may ask for a page." },
});
const READ = api({
  access: "user",
  params: BY_ID,
  tag: "Users",
  operationId: "getUser",
  summary: "A user",
  response: UserResponse,
});
const CHANGE = api({
  access: "admin",
  params: BY_ID,
  tag: "Users",
  operationId: "updateUser",
  summary: "Change a user's role, or whether they may sign in",
  body: userUpdateRule,
  headers: CLIENT_ID_HEADER,
  response: UserResponse,
  failures: { 409: LAST_ADMIN },
});
const DELETE = api({
  access: "admin",
  params: BY_ID,
  tag: "Users",
  operationId: "deleteUser",
  summary: "Delete a user",
  headers: CLIENT_ID_HEADER,
  failures: { 409: LAST_ADMIN },
});

/** Routes for users: any user may read them, only admins change or delete them (§6, §7). */
export function userRoutes(app: FastifyInstance, { db, now, runLongRead }: ReadDeps): void {
  app.get("/api/users", LIST, async (request, reply): Promise<UsersResponse> => {
    const caller = userOf(request);
    const { query } = request;
    const { limit } = query;
    if (limit !== undefined) {
      if (caller.role !== "admin") throw forbidden("Only admins may do this");
      const read = () => listUserPage(db, caller, { ...query, limit }, now());
      return await runLongRead(caller.id, read);
    }
    const rows = await listUsers(db, caller, USERS_MAX + 1);
    const users = rows.map((row) => presentUserTo(caller, row));
    return { users: truncateList(reply, "users", users, USERS_MAX) };
  });

  app.get("/api/users/:id", READ, async (request): Promise<UserResponse> => {
    const caller = userOf(request);
    const user = await getUser(db, request.params.id);
    if (!maySee(caller, user)) throw notFound("User not found");
    return { user: presentUserTo(caller, user) };
  });

  app.put("/api/users/:id", CHANGE, async (request): Promise<UserResponse> => {
    const { id } = request.params;
    const by = userOf(request);
    const { user } = await updateUser(db, id, request.body, contextOf(request, now()));
    return { user: presentUserTo(by, user) };
  });

  app.delete("/api/users/:id", DELETE, async (request, reply) => {
    const { id } = request.params;
    await deleteUser(db, id, contextOf(request, now()));
    return await reply.code(204).send();
  });
}
