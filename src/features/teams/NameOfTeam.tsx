import { useTeamNames } from "./useTeamNames.ts";

/**
 * "Team" and the name of a team, such as "Team Design". Loads the names, for screens that need them
 * only now.
 */
export function NameOfTeam({ id }: { id: string }) {
  const name = useTeamNames()?.[id];
  return name ? `Team ${name}` : "One team";
}
