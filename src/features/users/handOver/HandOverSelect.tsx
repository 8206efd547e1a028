import type { User } from "#contract/shapes/user.ts";
import { assignable, personOption, usePeople } from "#features/users/usePeople.tsx";
import { Field } from "#ui/form/Field.tsx";
import { PickerField } from "#ui/picker/PickerField.tsx";

/** The value before a choice, and the one for leaving the tasks unassigned. */
export const NO_CHOICE = "";
export const UNASSIGNED = "none";

/** Chooses who gets the open tasks of users who leave: any other active user. */
export function HandOverSelect({
  leavers,
  value,
  unchosen,
  nobody = "Nobody (unassigned)",
  error,
  onChoose,
}: {
  leavers: readonly Pick<User, "id">[];
  value: string;
  /**
   * The text without a choice. Without this prop, no choice means nobody.
   */
  unchosen?: string;
  /** The label of the option that gives the tasks to nobody. */
  nobody?: string | undefined;
  error?: string | undefined;
  onChoose: (value: string) => void;
}) {
  const label = "Hand over open tasks to";
  const people = usePeople();
  const nobodyValue = unchosen ? UNASSIGNED : NO_CHOICE;
  const chosen = value === nobodyValue ? nobody : people.find(({ id }) => id === value)?.label;

  function options() {
    const left = new Set(leavers.map(({ id }) => id));
    const others = assignable(people).filter(({ id }) => !left.has(id));
    return [
      {
        key: nobodyValue,
        label: nobody,
        checked: value === nobodyValue,
        onSelect: () => onChoose(nobodyValue),
      },
      ...others.map((one) => personOption(one, one.id === value, () => onChoose(one.id))),
    ];
  }

  return (
    <Field label={label} error={error}>
      {(props) => (
        <PickerField
          {...props}
          label={label}
          value={chosen ?? unchosen ?? nobody}
          options={options}
          data-autofocus={unchosen !== undefined || undefined}
        />
      )}
    </Field>
  );
}
