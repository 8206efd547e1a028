import { useMemo } from "react";
import { useSelector } from "react-redux";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import type { LabelNames } from "./filterLabels.ts";

/** The names of people and teams in the filters' texts. `wantsTeams` fetches those of the teams. */
export function useLabelNames(wantsTeams: boolean): LabelNames {
  const { users } = useGetUsersQuery(undefined, {
    selectFromResult: ({ data }) => ({ users: data }),
  });
  const people = useMemo(() => new Map(users?.map(({ id, name }) => [id, name])), [users]);
  const teams = useTeamNames(wantsTeams);
  const myId = useSelector(selectStoredUser)?.id;
  return { myId, people, teams };
}
