import { X } from "lucide-react";
import { useDispatch } from "react-redux";
import type { TaskSummary } from "#contract/task.ts";
import { LazyFieldPicker } from "#features/pickers/LazyFieldPicker.tsx";
import { FIELD_LABELS, type PickedField, usePickedFields } from "#features/pickers/pickedFields.ts";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { usePickerButton } from "#ui/picker/usePickerButton.ts";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import classes from "./CardSelectionBar.module.css";
import { selectionCleared } from "./selectionSlice.ts";

/** The number of selected cards, and the actions on all of them. */
export function CardSelectionBar({ tasks }: { tasks: readonly TaskSummary[] }) {
  const dispatch = useDispatch();
  const fields = usePickedFields();

  return (
    <section aria-label="Selected cards" className={classes.bar}>
      <LiveText text={`${tasks.length} selected`} className={classes.count} />
      <div className={classes.actions} data-bulk-actions>
        {fields.map((field) => (
          <FieldButton key={field} field={field} tasks={tasks} />
        ))}
        <IconButton
          label="Clear selection"
          icon={<X />}
          size="sm"
          onClick={() => dispatch(selectionCleared())}
        />
      </div>
    </section>
  );
}

function FieldButton({ field, tasks }: { field: PickedField; tasks: readonly TaskSummary[] }) {
  const { isOpen, buttonProps, pickerProps } = usePickerButton();
  return (
    <>
      <Button {...buttonProps} size="sm">
        {FIELD_LABELS[field]}
      </Button>
      {isOpen && <LazyFieldPicker {...pickerProps} field={field} tasks={tasks} />}
    </>
  );
}
