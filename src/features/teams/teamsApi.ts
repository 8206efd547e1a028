import { api } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import { changed, idTag, listTag, listTags } from "#api/tags.ts";
import type { MemberInput, Team, TeamInput, TeamResponse } from "#contract/team.ts";
import type { User } from "#contract/user.ts";
import { normaliseTeamResponse, normaliseTeams } from "./normaliseTeams.ts";

const pathOf = (id: Team["id"]) => `/api/teams/${encodeURIComponent(id)}`;

interface Membership {
  teamId: Team["id"];
  userId: User["id"];
}

export const teamsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTeams: build.query<Team[], void>({
      query: () => readCalls.teams(),
      transformResponse: normaliseTeams,
      providesTags: (teams) => listTags("Team", teams),
    }),
    getTeam: build.query<TeamResponse, Team["id"]>({
      query: pathOf,
      transformResponse: normaliseTeamResponse,
      providesTags: (_team, _error, id) => [idTag("Team", id)],
    }),
    createTeam: build.mutation<unknown, TeamInput>({
      query: (body) => ({ url: "/api/teams", method: "POST", body }),
      invalidatesTags: (_answer, error) => changed(error, [listTag("Team")]),
    }),
    addMember: build.mutation<unknown, Membership>({
      query: ({ teamId, userId }) => ({
        url: `${pathOf(teamId)}/members`,
        method: "POST",
        body: { userId } satisfies MemberInput,
      }),
      // A refusal tells that the members, or the users to choose from, are not those that we know.
      invalidatesTags: (_answer, error, { teamId }) => [
        idTag("Team", teamId),
        ...(error ? (["User"] as const) : []),
      ],
    }),
    removeMember: build.mutation<unknown, Membership>({
      query: ({ teamId, userId }) => ({
        url: `${pathOf(teamId)}/members/${encodeURIComponent(userId)}`,
        method: "DELETE",
      }),
      // The row goes with the answer, and need not wait for the team to be fetched again.
      onQueryStarted: async ({ teamId, userId }, { dispatch, queryFulfilled }) => {
        const removed = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!removed) return;
        dispatch(
          teamsApi.util.updateQueryData("getTeam", teamId, (team) => {
            team.members = team.members.filter(({ id }) => id !== userId);
          }),
        );
      },
      invalidatesTags: (_answer, _error, { teamId }) => [idTag("Team", teamId)],
    }),
  }),
});

export const {
  useGetTeamsQuery,
  useGetTeamQuery,
  useCreateTeamMutation,
  useAddMemberMutation,
  useRemoveMemberMutation,
} = teamsApi;
