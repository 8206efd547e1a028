import { useTeamNames } from "./useTeamNames.ts";

/** "Team Design", for screens that load the names only when they need them. */
export default function NameOfTeam({ id }: { id: string }) {
  const name = useTeamNames()?.[id];
  return name ? `Team ${name}` : "One team";
}
