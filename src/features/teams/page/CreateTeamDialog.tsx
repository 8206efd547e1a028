import { fieldErrorsOf } from "#api/errors.ts";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX, type TeamInput } from "#contract/team.ts";
import { useCreateTeamMutation } from "#features/teams/teamsApi.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { TextArea } from "#ui/form/TextArea.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import classes from "./teamForms.module.css";

const EMPTY: TeamInput = { name: "", description: "" };

/** Creates a team (§5). It asks before it discards unsaved values. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const [createTeam] = useCreateTeamMutation();
  const form = useDraftForm({
    draft: useDraft("team:new"),
    initialValues: EMPTY,
    rule: (rules) => rules.teamRule,
    async save(team) {
      const { error } = await createTeam(team);
      if (error) return fieldErrorsOf(error);
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      title="Create Team"
      form={form}
      submitLabel="Create Team"
      busyLabel="Creating..."
      question={{ title: "Discard this team?", message: "What you typed has not been saved." }}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="name"
        label="Team Name"
        limit={{ max: TEAM_NAME_MAX, name: "Team name" }}
        required
      >
        {(props) => <TextInput {...props} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="description"
        label="Description"
        limit={{ max: TEAM_DESCRIPTION_MAX }}
      >
        {(props) => <TextArea {...props} rows={3} className={classes.description} />}
      </FormField>
    </FormDialog>
  );
}
