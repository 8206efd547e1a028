import type { NamedRecord } from "#contract/shapes/id.ts";
import type { FilterProps } from "#ui/filters/FilterSelect.tsx";
import { PickerField } from "#ui/picker/PickerField.tsx";
import { personOption, usePeople } from "./usePeople.tsx";

const NO_TEAMS: readonly NamedRecord[] = [];

type PersonLabel = "Done by" | "Concerning";

/** The text of the filter's chip. */
export function usePersonText(
  label: PersonLabel,
  named: readonly NamedRecord[],
  teams = NO_TEAMS,
): (id: string) => string {
  const known = [...usePeople(), ...teams, ...named];
  return (value) => `${label} ${known.find(({ id }) => id === value)?.name ?? "someone else"}`;
}

/** A filter of a log by a person: "Done by anyone", or by one. */
export function PersonFilter<Name extends string>({
  name,
  filters,
  onChoose,
  label,
  named,
  teams = NO_TEAMS,
}: FilterProps<Name> & {
  label: PersonLabel;
  /** Names that the log shows, because those who were deleted are in no list. */
  named: readonly NamedRecord[];
  /** The teams that can be chosen too. */
  teams?: readonly NamedRecord[] | undefined;
}) {
  const people = usePeople();
  const value = filters[name];
  const anyone = `${label} anyone`;
  const chosen = [...people, ...teams, ...named].find(({ id }) => id === value);
  const optionOf = (id: string, text: string, note?: string) => ({
    key: id,
    label: text,
    note,
    checked: id === value,
    onSelect: () => onChoose(name, id),
  });
  return (
    <PickerField
      label={label}
      isSet={value !== ""}
      value={value ? (chosen?.name ?? "Someone else") : anyone}
      options={() => [
        optionOf("", anyone),
        ...people.map((one) => personOption(one, one.id === value, () => onChoose(name, one.id))),
        ...teams.map((team) => optionOf(team.id, team.name, "Team")),
      ]}
    />
  );
}
