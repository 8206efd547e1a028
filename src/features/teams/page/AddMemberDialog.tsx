import { fieldErrorsOf, serverTextOf } from "#api/errors.ts";
import type { Team, TeamMember } from "#contract/shapes/team.ts";
import type { User } from "#contract/shapes/user.ts";
import type { MemberInput } from "#contract/team.ts";
import { useAddMemberMutation } from "#features/teams/teamsApi.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { Button } from "#ui/button/Button.tsx";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { LongSelect, type SelectChoice } from "#ui/picker/LongSelect.tsx";

const NOBODY: MemberInput = { userId: "" };

/** Adds a user to a team, from the users who are not members (§2, §5). */
export function AddMemberDialog({
  team,
  members,
  onClose,
}: {
  team: Team | null;
  members: readonly TeamMember[];
  onClose: () => void;
}) {
  const users = useGetUsersQuery(undefined, { refetchOnMountOrArgChange: true });
  const [addMember] = useAddMemberMutation();
  const inTeam = new Set(members.map(({ id }) => id));
  const candidates = users.data?.filter(({ id }) => !inTeam.has(id));
  const choices = [{ value: "", label: "Choose a user..." }, ...memberChoices(candidates)];
  const form = useDraftForm({
    draft: useDraft(`member:${team?.id ?? ""}`),
    initialValues: NOBODY,
    rule: (rules) => rules.memberRule,
    async save({ userId }) {
      if (!team) return [{ param: "userId", msg: "No team selected" }];
      const { error } = await addMember({ teamId: team.id, userId });
      if (error) {
        const msg = fieldErrorsOf(error)[0]?.msg ?? serverTextOf(error);
        return msg ? [{ param: "userId", msg }] : [];
      }
      onClose();
      return undefined;
    },
  });

  return (
    // Closing asks for no confirmation, because the user can quickly choose again. The draft is kept
    // only if the session expires.
    <FormDialog
      title={`Add Member to ${team?.name ?? "team"}`}
      size="sm"
      form={form}
      submitLabel="Add Member"
      busyLabel="Adding..."
      onClose={onClose}
    >
      <FormField
        form={form}
        name="userId"
        label="User"
        hint={hintOf(candidates?.length, users.isError)}
        required
      >
        {(props) => (
          <LongSelect
            {...props}
            label="User"
            value={form.values.userId}
            choices={choices}
            onChoose={(userId) => form.setValues({ userId })}
          />
        )}
      </FormField>
      {users.error && !users.data && (
        <Button size="sm" busy={users.isFetching} onClick={() => void users.refetch()}>
          Try again
        </Button>
      )}
    </FormDialog>
  );
}

const memberChoices = (users: readonly User[] = []): SelectChoice[] =>
  users.map(({ id, name, email, is_active }) => ({
    value: id,
    label: `${name} (${email})${is_active ? "" : " – inactive"}`,
    address: email,
  }));

/** Why there are no users to choose from. */
function hintOf(candidates: number | undefined, failed: boolean): string | undefined {
  if (candidates === undefined) return failed ? "Failed to fetch users" : "Loading users…";
  return candidates === 0 ? "Everybody is in this team already." : undefined;
}
