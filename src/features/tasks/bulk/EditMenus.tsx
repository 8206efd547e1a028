import { ChevronDown, Trash2 } from "lucide-react";
import { useState } from "react";
import type { TaskSummary } from "#contract/task.ts";
import { LazyFieldPicker } from "#features/pickers/LazyFieldPicker.tsx";
import { FIELD_LABELS, type PickedField, usePickedFields } from "#features/pickers/pickedFields.ts";
import { Button } from "#ui/button/Button.tsx";
import { usePickerButton } from "#ui/picker/usePickerButton.ts";
import { DeleteTasksDialog } from "./DeleteTasksDialog.tsx";
import classes from "./TaskBulkBar.module.css";

/** The actions on the selected tasks. Each picker changes all of them at once, as on the board. */
export function EditMenus({ tasks }: { tasks: readonly TaskSummary[] }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      {usePickedFields().map((field) => (
        <FieldMenu key={field} field={field} tasks={tasks} />
      ))}
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 />}
        className={classes.delete}
        onClick={() => setDeleting(true)}
      >
        Delete
      </Button>
      {isDeleting && (
        <DeleteTasksDialog ids={tasks.map(({ id }) => id)} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

function FieldMenu({ field, tasks }: { field: PickedField; tasks: readonly TaskSummary[] }) {
  const { isOpen, buttonProps, pickerProps } = usePickerButton();
  return (
    <>
      <Button {...buttonProps} size="sm" data-field={field}>
        {FIELD_LABELS[field]}
        <ChevronDown />
      </Button>
      {isOpen && <LazyFieldPicker {...pickerProps} field={field} tasks={tasks} />}
    </>
  );
}
