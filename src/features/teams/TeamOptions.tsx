import { useTeamNames } from "./useTeamNames.ts";

/** The options of a `<select>` of teams. Loads the names, for screens that need them only now. */
export default function TeamOptions() {
  return Object.entries(useTeamNames() ?? {}).map(([id, name]) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
