import { memberRule, teamRule } from "#contract/rules/team.ts";
import type { Team, TeamMember, TeamResponse, TeamsResponse } from "#contract/team.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { conflict, notFound, refused, validated } from "#server/errors.ts";
import { clientOf } from "#server/events/client.ts";
import type { FastifyInstance } from "fastify";
import {
  addMember,
  allTeams,
  findCandidate,
  findTeam,
  insertTeam,
  membersOf,
  removeMember,
} from "./queries.ts";

const access = { config: { access: "admin" } } as const;

interface ById {
  Params: { id: string };
}

/** Teams (§7). Members need none of these calls: pages and select of teams are for admins (§6). */
export function teamRoutes(app: FastifyInstance, { db, events, now }: Deps): void {
  app.get("/api/teams", access, async (): Promise<TeamsResponse> => {
    return { teams: await allTeams(db) };
  });

  app.post("/api/teams", access, async (request, reply): Promise<{ team: Team }> => {
    const team = await insertTeam(db, validated(teamRule, request.body), now());
    events.publish({ type: "team", id: team.id, change: "created", by: clientOf(request) });
    reply.code(201);
    return { team };
  });

  app.get<ById>("/api/teams/:id", access, async ({ params }): Promise<TeamResponse> => {
    const team = await findTeam(db, params.id);
    if (!team) throw notFound("Team not found");
    return { team, members: await membersOf(db, team.id) };
  });

  app.post<ById>(
    "/api/teams/:id/members",
    access,
    async (request, reply): Promise<{ member: TeamMember }> => {
      const { params } = request;
      const { userId } = validated(memberRule, request.body);
      const member = await transaction(db, async (trx) => {
        if (!(await findTeam(trx, params.id))) throw notFound("Team not found");
        const candidate = await findCandidate(trx, userId);
        if (!candidate) throw refused([{ param: "userId", msg: "User does not exist" }]);
        if (!(await addMember(trx, params.id, userId, now()))) {
          throw conflict("User is already a member of this team");
        }
        return candidate;
      });
      events.publish({ type: "team", id: params.id, change: "updated", by: clientOf(request) });
      reply.code(201);
      return { member };
    },
  );

  app.delete<{ Params: { id: string; userId: string } }>(
    "/api/teams/:id/members/:userId",
    access,
    async (request, reply): Promise<void> => {
      const { id, userId } = request.params;
      if (!(await removeMember(db, id, userId))) {
        throw notFound("User is not a member of this team");
      }
      events.publish({ type: "team", id, change: "updated", by: clientOf(request) });
      reply.code(204);
    },
  );
}
