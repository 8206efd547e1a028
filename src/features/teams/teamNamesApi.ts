import { callsOf } from "#api/api.ts";
import { readCalls } from "#api/readCalls.ts";
import { listTag } from "#api/tags.ts";
import { isObject, textOf } from "#lib/json.ts";

/** Reads the response of GET /api/teams/names: each team's name by its id. */
function normaliseTeamNames(raw: unknown): Record<string, string> {
  const teams = isObject(raw) && Array.isArray(raw.teams) ? raw.teams : [];
  return Object.fromEntries(
    teams.filter(isObject).map(({ id, name }) => [String(id), textOf(name)]),
  );
}

/** Beyond §7: the teams' names by their ids, for every user. */
export const teamNamesApi = callsOf("teams").injectEndpoints({
  endpoints: (build) => ({
    getTeamNames: build.query<Readonly<Record<string, string>>, void>({
      query: () => readCalls.teamNames(),
      transformResponse: normaliseTeamNames,
      providesTags: [listTag("Team")],
    }),
  }),
});
