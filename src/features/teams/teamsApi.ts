import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { readCalls } from "#api/readCalls.ts";
import { idTag, listTag, listTags, unlessRefused } from "#api/tags.ts";
import type { ListedTeam, Team, TeamResponse } from "#contract/shapes/team.ts";
import type { User } from "#contract/shapes/user.ts";
import type { MemberInput, TeamInput } from "#contract/team.ts";
import { normaliseUsers } from "#features/users/usersApi.ts";
import { isObject, readList, textOf } from "#lib/json.ts";

const teamPath = (id: Team["id"]) => `/api/teams/${encodeURIComponent(id)}`;

interface Membership {
  teamId: Team["id"];
  userId: User["id"];
  /** A bulk action shows one toast for all its calls, and refetches once. */
  isBulk?: boolean;
}

export const teamsApi = callsOf("teams").injectEndpoints({
  endpoints: (build) => ({
    getTeams: build.query<ListedTeam[], void>({
      query: () => readCalls.teams(),
      transformResponse: normaliseTeams,
      providesTags: (teams) => listTags("Team", teams),
    }),
    getTeam: build.query<TeamResponse, Team["id"]>({
      query: teamPath,
      transformResponse: normaliseTeamResponse,
      providesTags: (_team, _error, id) => [idTag("Team", id)],
    }),
    createTeam: build.mutation<unknown, TeamInput>({
      query: (body) => ({ url: "/api/teams", method: "POST", body }),
      invalidatesTags: (_response, error) => unlessRefused(error, [listTag("Team")]),
    }),
    addMember: build.mutation<unknown, Membership>({
      query: ({ teamId, userId }) => ({
        url: `${teamPath(teamId)}/members`,
        method: "POST",
        body: { userId } satisfies MemberInput,
      }),
      // After a refusal the members, or the users to choose from, are out of date.
      invalidatesTags: (_response, error, { teamId, isBulk }) =>
        isBulk ? [] : [idTag("Team", teamId), ...(error ? (["User"] as const) : [])],
    }),
    removeMember: build.mutation<unknown, Membership>({
      query: ({ teamId, userId }) => ({
        url: `${teamPath(teamId)}/members/${encodeURIComponent(userId)}`,
        method: "DELETE",
      }),
      // Removes the row at once, before the team is refetched.
      onQueryStarted: async ({ teamId, userId }, { dispatch, queryFulfilled }) => {
        const patch = teamsApi.util.updateQueryData("getTeam", teamId, (team) => {
          team.members = team.members.filter(({ id }) => id !== userId);
        });
        await queryFulfilled.then(
          () => void dispatch(patch),
          () => undefined,
        );
      },
      invalidatesTags: (_response, _error, { teamId, isBulk }) =>
        isBulk ? [] : [idTag("Team", teamId)],
    }),
  }),
});

/** A bulk action has a toast of its own for all its calls. */
const single =
  (text: string) =>
  ({ isBulk }: Membership): string | null =>
    isBulk ? null : text;

addCallTexts(teamsApi, {
  getTeams: { failure: "Failed to fetch teams" },
  getTeam: { failure: "Failed to fetch team details" },
  createTeam: { success: "Team created successfully", failure: "Failed to create team" },
  addMember: {
    success: single("Member added successfully"),
    failure: single("Failed to add member"),
  },
  removeMember: {
    success: single("Member removed successfully"),
    failure: single("Failed to remove member"),
  },
});

export const {
  useGetTeamsQuery,
  useGetTeamQuery,
  useCreateTeamMutation,
  useAddMemberMutation,
  useRemoveMemberMutation,
} = teamsApi;

/** Null without an id. */
function normaliseTeam(raw: unknown): Team | null {
  if (!isObject(raw) || (typeof raw.id !== "string" && typeof raw.id !== "number")) return null;
  return {
    id: String(raw.id),
    name: textOf(raw.name),
    description: textOf(raw.description),
    created_at: textOf(raw.created_at),
  };
}

/** Reads the response of GET /api/teams (§7): `{ teams }` or the bare list. */
function normaliseTeams(raw: unknown): ListedTeam[] {
  return readList(raw, "teams", (one) => {
    const team = normaliseTeam(one);
    const { member_count, open_tasks } = isObject(one) ? one : {};
    const isCounted = typeof member_count === "number" && typeof open_tasks === "number";
    return team && isCounted ? { ...team, member_count, open_tasks } : team;
  });
}

/**
 * Reads the response of GET /api/teams/{id} (§3): `{ team, members }`, or a bare team with its
 * members. Throws without a team.
 */
function normaliseTeamResponse(raw: unknown): TeamResponse {
  const response = isObject(raw) ? raw : {};
  const bare = isObject(response.team) ? response.team : response;
  const team = normaliseTeam(bare);
  if (!team) throw new Error("The response holds no team");
  const members = normaliseUsers(response.members ?? bare.members);
  return {
    team,
    members: members.map(({ id, name, email, role }) => ({ id, name, email, role })),
  };
}
