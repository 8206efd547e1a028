import { useFormik } from "formik";
import { type FormEvent, useId } from "react";
import { memberRule } from "#contract/rules/team.ts";
import type { Team, TeamMember } from "#contract/team.ts";
import { fieldErrorsOf, serverTextOf } from "#api/errors.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Field } from "#ui/Field.tsx";
import { Select } from "#ui/Select.tsx";
import { useDraft } from "#session/useDraft.ts";
import { useFormDraft } from "#session/useFormDraft.ts";
import { useAddMemberMutation } from "./teamsApi.ts";
import classes from "./teamForms.module.css";
import { useRefusal } from "./useRefusal.ts";

/** Chooses who joins a team, among those who are not in it (§2, §5). Without a team it says so. */
export function AddMemberDialog({
  team,
  members,
  onClose,
}: {
  team: Team | null;
  members: readonly TeamMember[];
  onClose: () => void;
}) {
  const formId = useId();
  const users = useGetUsersQuery(undefined, { refetchOnMountOrArgChange: true });
  const [addMember, { isLoading }] = useAddMemberMutation();
  const { form: formRef, refused } = useRefusal();
  const draft = useDraft(`member:${team?.id ?? ""}`);
  const inTeam = new Set(members.map(({ id }) => id));
  const candidates = users.data?.filter(({ id }) => !inTeam.has(id));

  const form = useFormik({
    initialValues: { userId: "" },
    validationSchema: memberRule,
    validateOnBlur: false,
    onSubmit: async ({ userId }, { setFieldError }) => {
      if (isLoading) return;
      if (!team) {
        setFieldError("userId", "No team selected");
        refused();
        return;
      }
      const release = draft.hold();
      const { error } = await addMember({ teamId: team.id, userId });
      release(!error);
      if (!error) {
        onClose();
        return;
      }
      const reason = fieldErrorsOf(error)[0]?.msg ?? serverTextOf(error);
      if (reason) setFieldError("userId", reason);
      refused();
    },
  });

  useFormDraft(draft, form);

  async function submit() {
    const complaints = await form.validateForm();
    await form.submitForm();
    if (Object.keys(complaints).length > 0) refused();
  }

  /** A choice is quickly made again: only an expired session gives it back. */
  function close() {
    if (isLoading) return;
    draft.drop();
    onClose();
  }

  return (
    <Dialog
      title={`Add Member to ${team?.name ?? "team"}`}
      size="sm"
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={isLoading}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isLoading}
            disabled={isLoading}
          >
            {isLoading ? "Adding..." : "Add Member"}
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        id={formId}
        noValidate
        className={classes.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label="User"
          required
          error={form.touched.userId && form.errors.userId}
          hint={hintOf(candidates?.length, users.isError)}
        >
          {(props) => (
            <Select {...props} {...form.getFieldProps("userId")}>
              <option value="">Choose a user...</option>
              {candidates?.map(({ id, name, email, is_active }) => (
                <option key={id} value={id}>
                  {name} ({email}){!is_active && " – inactive"}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {users.error && !users.data && (
          <Button size="sm" busy={users.isFetching} onClick={() => void users.refetch()}>
            Try again
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** Why there is nobody to choose. */
function hintOf(candidates: number | undefined, failed: boolean): string | undefined {
  if (candidates === undefined) return failed ? "Failed to fetch users" : "Loading users…";
  return candidates === 0 ? "Everybody is in this team already." : undefined;
}
