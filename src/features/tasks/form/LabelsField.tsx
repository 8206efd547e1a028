import { useLayoutEffect, useRef } from "react";
import { useSelector } from "react-redux";
import { valuesOf } from "#contract/task.ts";
import { changedSet, type SetChange } from "#contract/taskFields.ts";
import { LabelChips } from "#features/labels/LabelChips.tsx";
import { useLabelChoices } from "#features/pickers/useLabelChoices.tsx";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Field } from "#ui/form/Field.tsx";
import { LazyPicker } from "#ui/picker/LazyPicker.tsx";
import type { PickerProps } from "#ui/picker/Picker.tsx";
import { PickerField } from "#ui/picker/PickerField.tsx";
import type { TaskFormState } from "./useTaskForm.ts";

/** The labels of the form's task; nothing with a server that may have none. */
export function LabelsField({ form }: { form: TaskFormState }) {
  const hasExtensions = useSelector(selectHasExtensions);
  const ids = valuesOf(form.values.labels);
  const choose = (change: SetChange) => form.change("labels", changedSet(ids, change).join());
  // A label may be created while the user changes other fields.
  const latest = useRef(choose);
  useLayoutEffect(() => {
    latest.current = choose;
  });
  if (!hasExtensions) return null;
  return (
    <Field label="Labels" error={form.errorOf("labels")}>
      {(props) => (
        <PickerField
          {...props}
          label="Labels"
          value={ids.length > 0 ? <LabelChips ids={ids} /> : "No labels"}
          renderPicker={(picker) => (
            <LabelsPicker {...picker} ids={ids} onChoose={(change) => latest.current(change)} />
          )}
        />
      )}
    </Field>
  );
}

function LabelsPicker({
  ids,
  onChoose,
  ...picker
}: Omit<PickerProps, "options"> & {
  ids: string[];
  onChoose: (change: SetChange) => void;
}) {
  const choices = useLabelChoices([{ labels: ids }], true, ({ labels }) => onChoose(labels));
  return <LazyPicker {...picker} {...choices} several />;
}
