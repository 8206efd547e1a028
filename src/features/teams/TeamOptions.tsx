import { useTeamNames } from "./useTeamNames.ts";

/** The options of a `<select>` of teams, for screens that load the names only when they need them. */
export default function TeamOptions() {
  return Object.entries(useTeamNames() ?? {}).map(([id, name]) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
