import { useSelector } from "react-redux";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useUserNames } from "#features/users/useUserNames.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import type { LabelNames } from "./filterLabels.ts";

/** The names of people and teams in the filters' texts. `wantsTeams` fetches those of the teams. */
export function useLabelNames(wantsTeams: boolean): LabelNames {
  const people = useUserNames();
  const teams = useTeamNames(wantsTeams);
  const myId = useSelector(selectStoredUser)?.id;
  return { myId, people, teams };
}
