import { useFormik } from "formik";
import { useId } from "react";
import { memberRule } from "#contract/rules/team.ts";
import type { Team, TeamMember } from "#contract/team.ts";
import { fieldErrorsOf, serverTextOf } from "#api/errors.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { Button } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Field } from "#ui/Field.tsx";
import { Select } from "#ui/Select.tsx";
import { useAddMemberMutation } from "./teamsApi.ts";
import classes from "./teamForms.module.css";

/** Chooses who joins a team, among those who are not in it (§2, §5). */
export function AddMemberDialog({
  team,
  members,
  onClose,
}: {
  team: Team | null;
  members: TeamMember[];
  onClose: () => void;
}) {
  const formId = useId();
  const { data: users = [], isLoading: isLoadingUsers } = useGetUsersQuery();
  const [addMember, { isLoading }] = useAddMemberMutation();
  const inTeam = new Set(members.map(({ id }) => id));
  const candidates = users.filter(({ id, is_active }) => is_active && !inTeam.has(id));

  const form = useFormik({
    initialValues: { userId: "" },
    validationSchema: memberRule,
    validateOnBlur: false,
    onSubmit: async ({ userId }, { setFieldError }) => {
      if (!team) {
        setFieldError("userId", "No team selected");
        return;
      }
      const { error } = await addMember({ teamId: team.id, userId });
      if (!error) {
        onClose();
        return;
      }
      const reason = fieldErrorsOf(error)[0]?.msg ?? serverTextOf(error);
      if (reason) setFieldError("userId", reason);
    },
  });

  return (
    <Dialog
      title={`Add Member to ${team?.name ?? "team"}`}
      size="sm"
      onClose={() => {
        if (!isLoading) onClose();
      }}
      footer={
        <>
          <Button onClick={onClose} disabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isLoading}>
            {isLoading ? "Adding..." : "Add Member"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={classes.form} onSubmit={form.handleSubmit}>
        <Field
          label="User"
          required
          error={form.touched.userId && form.errors.userId}
          hint={
            !isLoadingUsers && candidates.length === 0
              ? "Everybody who is active is in this team already."
              : undefined
          }
        >
          {(props) => (
            <Select {...props} {...form.getFieldProps("userId")}>
              <option value="">Choose a user...</option>
              {candidates.map(({ id, name, email }) => (
                <option key={id} value={id}>
                  {name} ({email})
                </option>
              ))}
            </Select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
