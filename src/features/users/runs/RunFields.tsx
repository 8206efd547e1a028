import { isPromotion } from "#contract/run.ts";
import type { UserRunCheck } from "#contract/shapes/run.ts";
import { ROLES } from "#contract/user.ts";
import type { TeamSelect as TeamSelectType } from "#features/users/teamSelect.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { ROLE_OPTIONS } from "#ui/badges/RoleBadge.tsx";
import { Field } from "#ui/form/Field.tsx";
import { Options } from "#ui/form/Options.tsx";
import { Select } from "#ui/form/Select.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import type { RunDraft } from "./userRunsApi.ts";

/** The role or the team of a run that needs one. */
export function ChoiceField({
  draft: { action, role, team },
  TeamSelect,
  onChoose,
}: {
  draft: RunDraft;
  TeamSelect: TeamSelectType;
  onChoose: (choice: Partial<RunDraft>) => void;
}) {
  if (action.endsWith("_team")) {
    return (
      <Field label="Team">
        {(props) => (
          <TeamSelect
            {...props}
            value={team ?? ""}
            first={[{ value: "", label: "Choose a team..." }]}
            onChoose={(chosen) => chosen && onChoose({ team: chosen })}
          />
        )}
      </Field>
    );
  }
  if (action !== "role") return null;
  return (
    <Field label="New role">
      {(props) => (
        <Select
          {...props}
          value={role ?? ""}
          onChange={({ target: { value } }) =>
            onChoose({ role: ROLES.find((one) => one === value) })
          }
        >
          <option value="" disabled>
            Choose a role...
          </option>
          <Options list={ROLE_OPTIONS} />
        </Select>
      )}
    </Field>
  );
}

/** Whether the admin types the number of users: before a deletion, and before a promotion to admin. */
export const isGrave = (draft: RunDraft): boolean =>
  draft.action === "delete" || isPromotion(draft);

/** The field in which the admin confirms how many users a run changes. */
export function CountField({
  check: { changing, can_undo },
  summaryId,
  value,
  error,
  onType,
}: {
  check: UserRunCheck;
  /** The id of the text that says what the run will do. */
  summaryId: string;
  value: string;
  error: string | undefined;
  onType: (value: string) => void;
}) {
  return (
    <Field
      label={`Type ${formatCount(changing)} to confirm`}
      hint={can_undo ? "Admins manage all users and teams." : "Deleted users can't be restored."}
      error={error}
    >
      {({ "aria-describedby": describedBy, ...props }) => (
        <TextInput
          {...props}
          aria-describedby={`${describedBy} ${summaryId}`}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}

/** What is wrong with the typed count; undefined if the run may start. */
export function countProblem(check: UserRunCheck, typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s,.]/g, "");
  if (digits !== "" && Number(digits) === check.changing) return undefined;
  return `Type the number ${formatCount(check.changing)}`;
}
