import type { User } from "#contract/user.ts";
import { PeopleOptions } from "#features/users/PeopleOptions.tsx";
import { Field } from "#ui/Field.tsx";
import { Select } from "#ui/Select.tsx";

/** The select's value before a choice, and the one for leaving the tasks unassigned. */
export const NO_CHOICE = "";
export const UNASSIGNED = "none";

/** Chooses who gets the open tasks of users who leave. */
export function HandOverSelect({
  users,
  leavers,
  value,
  unchosen,
  nobody = "Nobody (unassigned)",
  error,
  onChoose,
}: {
  users: readonly User[] | undefined;
  leavers: readonly Pick<User, "id">[];
  value: string;
  /**
   * The label of the option without a choice. Without this prop, that option means nobody.
   */
  unchosen?: string;
  /** The label of the option that gives the tasks to nobody. */
  nobody?: string | undefined;
  error?: string | undefined;
  onChoose: (value: string) => void;
}) {
  return (
    <Field label="Hand over open tasks to" error={error}>
      {(props) => (
        <Select
          {...props}
          data-autofocus={unchosen}
          value={value}
          onChange={({ target }) => onChoose(target.value)}
        >
          {unchosen && <option value={NO_CHOICE}>{unchosen}</option>}
          {unchosen && <option value={UNASSIGNED}>{nobody}</option>}
          {!unchosen && <option value={NO_CHOICE}>{nobody}</option>}
          <PeopleOptions users={users} except={leavers} />
        </Select>
      )}
    </Field>
  );
}
