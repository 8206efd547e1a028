import { useFormik } from "formik";
import { type FormEvent, useId, useState } from "react";
import { teamRule } from "#contract/rules/team.ts";
import { TEAM_DESCRIPTION_MAX, TEAM_NAME_MAX } from "#contract/team.ts";
import { fieldErrorsOf } from "#api/errors.ts";
import { Button } from "#ui/Button.tsx";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Field } from "#ui/Field.tsx";
import { RestoredNotice } from "#ui/RestoredNotice.tsx";
import { TextArea } from "#ui/TextArea.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import { useDraft } from "#session/useDraft.ts";
import { useFormDraft } from "#session/useFormDraft.ts";
import { useCreateTeamMutation } from "./teamsApi.ts";
import classes from "./teamForms.module.css";
import { useRefusal } from "./useRefusal.ts";

/** Creates a team (§5). What was typed survives a failure, and is not thrown away unasked. */
export function CreateTeamDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [createTeam, { isLoading }] = useCreateTeamMutation();
  const [leaving, setLeaving] = useState(false);
  const { form: formRef, refused } = useRefusal();
  const draft = useDraft("team:new");
  const form = useFormik({
    initialValues: { name: "", description: "" },
    validationSchema: teamRule,
    validateOnBlur: false,
    onSubmit: async (values, { setFieldError }) => {
      if (isLoading) return;
      const release = draft.hold();
      const answer = await createTeam(teamRule.cast(values));
      release(!answer.error);
      if (!answer.error) {
        onClose();
        return;
      }
      for (const { param, msg } of fieldErrorsOf(answer.error)) setFieldError(param, msg);
      refused();
    },
  });

  const restored = useFormDraft(draft, form);

  async function submit() {
    const complaints = await form.validateForm();
    await form.submitForm();
    if (Object.keys(complaints).length > 0) refused();
  }

  function close() {
    if (isLoading) return;
    if (form.dirty) setLeaving(true);
    else onClose();
  }

  return (
    <>
      <Dialog
        title="Create Team"
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
              {isLoading ? "Creating..." : "Create Team"}
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
          {restored.isRestored && <RestoredNotice onDiscard={restored.discard} />}
          <Field
            label="Team Name"
            required
            error={form.touched.name && form.errors.name}
            limited={{ text: form.values.name, max: TEAM_NAME_MAX, name: "Team name" }}
          >
            {(props) => <TextInput {...props} {...form.getFieldProps("name")} autoComplete="off" />}
          </Field>
          <Field
            label="Description"
            error={form.touched.description && form.errors.description}
            limited={{
              text: form.values.description,
              max: TEAM_DESCRIPTION_MAX,
              name: "Description",
            }}
          >
            {(props) => (
              <TextArea
                {...props}
                {...form.getFieldProps("description")}
                rows={3}
                className={classes.description}
              />
            )}
          </Field>
        </form>
      </Dialog>
      {leaving && (
        <ConfirmDialog
          title="Discard this team?"
          message="What you typed has not been saved."
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          danger
          onConfirm={() => {
            restored.discard();
            onClose();
          }}
          onCancel={() => setLeaving(false)}
        />
      )}
    </>
  );
}
