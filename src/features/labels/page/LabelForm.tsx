import { errorTextOf, fieldErrorsOf, statusOf } from "#api/errors.ts";
import {
  DEFAULT_LABEL_COLOR,
  LABEL_COLORS,
  LABEL_NAME_MAX,
  type LabelColor,
} from "#contract/label.ts";
import type { Label } from "#contract/shapes/label.ts";
import { LabelDot } from "#features/labels/LabelDot.tsx";
import { useCreateLabelMutation } from "#features/labels/labelChanges.ts";
import { useDraft } from "#session/useDraft.ts";
import { useDraftForm } from "#session/useDraftForm.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { FormField } from "#ui/form/FormField.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import classes from "./Labels.module.css";
import { useChangeLabelMutation } from "./labelsAdminApi.ts";

/** The form's values. They are texts, because drafts can hold nothing else. */
interface FormValues {
  name: string;
  color: string;
}

/** Creates a label, or renames and recolours the given one. */
export function LabelForm({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const [create] = useCreateLabelMutation();
  const [change] = useChangeLabelMutation();
  const { name, color } = label ?? { name: "", color: DEFAULT_LABEL_COLOR };
  const form = useDraftForm<FormValues>({
    draft: useDraft(`label:${label?.id ?? "new"}`),
    initialValues: { name, color },
    rule: ({ labelRule }) => labelRule,
    async save(values) {
      const input = { name: values.name, color: values.color as LabelColor };
      const { error } = await (label ? change({ label, patch: input }) : create(input));
      const taken = statusOf(error) === 409 ? errorTextOf(error) : undefined;
      if (error) return taken ? [{ param: "name", msg: taken }] : fieldErrorsOf(error);
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={label ? "Edit label" : "New label"}
      size="sm"
      form={form}
      submitLabel={label ? "Save" : "Create label"}
      busyLabel={label ? "Saving..." : "Creating..."}
      question={{ title: "Discard changes?", message: "What you entered has not been saved." }}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="name"
        label="Name"
        hint="Of a group, as in “Client: Acme”, a task has one label."
        limit={{ max: LABEL_NAME_MAX, name: "Label name" }}
        required
      >
        {(props) => <TextInput {...props} autoComplete="off" />}
      </FormField>
      <fieldset className={classes.colors}>
        <legend>Colour</legend>
        {LABEL_COLORS.map((one) => (
          <label key={one} className={classes.color}>
            <input
              type="radio"
              name="color"
              checked={form.values.color === one}
              onChange={() => form.setValues({ ...form.values, color: one })}
            />
            <LabelDot color={one} />
            {one}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
