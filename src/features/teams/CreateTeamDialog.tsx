import { fieldErrorsOf } from "#api/errors.ts";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX, type TeamInput } from "#contract/team.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { Field } from "#ui/Field.tsx";
import { FormDialog } from "#ui/FormDialog.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./teamForms.module.css";
import { useCreateTeamMutation } from "./teamsApi.ts";

const EMPTY: TeamInput = { name: "", description: "" };

const loadRule = async () => (await import("#contract/rules/team.ts")).teamRule;

/** Creates a team (§5). What was typed survives a failure, and is not thrown away unasked. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const [createTeam] = useCreateTeamMutation();
  const form = useDraftForm({
    draft: useDraft("team:new"),
    initialValues: EMPTY,
    loadRule,
    async save(team) {
      const { error } = await createTeam(team);
      if (error) return fieldErrorsOf(error);
      onClose();
      return undefined;
    },
  });
  const { values, fieldProps, errorOf } = form;

  return (
    <FormDialog
      title="Create Team"
      form={form}
      submitLabel="Create Team"
      busyLabel="Creating..."
      question={{ title: "Discard this team?", message: "What you typed has not been saved." }}
      onClose={onClose}
    >
      <Field
        label="Team Name"
        required
        error={errorOf("name")}
        limited={{ text: values.name, max: TEAM_NAME_MAX, name: "Team name" }}
      >
        {(props) => <TextInput {...props} {...fieldProps("name")} autoComplete="off" />}
      </Field>
      <Field
        label="Description"
        error={errorOf("description")}
        limited={{ text: values.description, max: TEAM_DESCRIPTION_MAX, name: "Description" }}
      >
        {(props) => (
          <TextArea
            {...props}
            {...fieldProps("description")}
            rows={3}
            className={classes.description}
          />
        )}
      </Field>
    </FormDialog>
  );
}
