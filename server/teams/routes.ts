import type { FastifyInstance } from "fastify";
import { memberRule, teamRule } from "#contract/rules/team.ts";
import { object } from "#contract/shapes/shape.ts";
import {
  Team,
  TeamMember,
  TeamNamesResponse,
  TeamResponse,
  TeamsResponse,
} from "#contract/shapes/team.ts";
import { MEMBERS_MAX, TEAMS_MAX } from "#contract/team.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID, pathRule } from "#server/http/apiRoute.ts";
import { truncateList } from "#server/http/bounds.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import { notFound } from "#server/refusals.ts";
import {
  addMember,
  createTeam,
  findTeam,
  listMembers,
  listTeamNames,
  listTeams,
  removeMember,
} from "./queries.ts";

const forAdmins = { access: "admin", tag: "Teams" } as const;

const LIST = api({
  ...forAdmins,
  operationId: "listTeams",
  summary: "All teams; beyond 2,000, the oldest",
  response: TeamsResponse,
  cuts: ["teams"],
});
const NAMES = api({
  access: "user",
  tag: "Teams",
  operationId: "listTeamNames",
  summary: "The names of all teams; beyond 2,000, of the oldest",
  response: TeamNamesResponse,
  cuts: ["teams"],
});
const CREATE = api({
  ...forAdmins,
  operationId: "createTeam",
  summary: "Create a team",
  body: teamRule,
  headers: CLIENT_ID_HEADER,
  status: 201,
  response: object({ team: Team }),
});
const READ = api({
  ...forAdmins,
  params: BY_ID,
  operationId: "getTeam",
  summary: "A team and its members",
  response: TeamResponse,
  cuts: ["members"],
});
const ADD_MEMBER = api({
  ...forAdmins,
  params: BY_ID,
  operationId: "addTeamMember",
  summary: "Add a member to a team",
  body: memberRule,
  headers: CLIENT_ID_HEADER,
  status: 201,
  response: object({ member: TeamMember }),
  failures: { 409: "The user is already a member." },
});
const REMOVE_MEMBER = api({
  ...forAdmins,
  params: pathRule("id", "userId"),
  operationId: "removeTeamMember",
  summary: "Remove a member from a team",
  headers: CLIENT_ID_HEADER,
});

/**
 * Routes for teams (§7). They are for admins, as are the screens that call them (§6). Only the names
 * are for everyone, because every user sees the teams of tasks.
 */
export function teamRoutes(app: FastifyInstance, { db, now }: Deps): void {
  app.get("/api/teams", LIST, async (_request, reply): Promise<TeamsResponse> => {
    return { teams: truncateList(reply, "teams", await listTeams(db, TEAMS_MAX + 1), TEAMS_MAX) };
  });

  app.get("/api/teams/names", NAMES, async (_request, reply): Promise<TeamNamesResponse> => {
    const names = await listTeamNames(db, TEAMS_MAX + 1);
    return { teams: truncateList(reply, "teams", names, TEAMS_MAX) };
  });

  app.post("/api/teams", CREATE, async (request, reply): Promise<{ team: Team }> => {
    const context = contextOf(request, now());
    const team = await createTeam(db, request.body, context, idempotentId(request));
    reply.code(201);
    return { team };
  });

  app.get("/api/teams/:id", READ, async ({ params }, reply): Promise<TeamResponse> => {
    const team = await findTeam(db, params.id);
    if (!team) throw notFound("Team not found");
    const members = await listMembers(db, team.id, MEMBERS_MAX + 1);
    return { team, members: truncateList(reply, "members", members, MEMBERS_MAX) };
  });

  app.post(
    "/api/teams/:id/members",
    ADD_MEMBER,
    async (request, reply): Promise<{ member: TeamMember }> => {
      const { params } = request;
      const { userId } = request.body;
      const context = contextOf(request, now());
      const member = await addMember(db, params.id, userId, context);
      reply.code(201);
      return { member };
    },
  );

  app.delete("/api/teams/:id/members/:userId", REMOVE_MEMBER, async (request, reply) => {
    const { id, userId } = request.params;
    const context = contextOf(request, now());
    await removeMember(db, id, userId, context);
    return await reply.code(204).send();
  });
}
