import type { ReactNode } from "react";
import type { TaskSummary } from "#contract/task.ts";
import { LazyFieldPicker } from "#features/board/pickers/LazyFieldPicker.tsx";
import {
  FIELD_COMMANDS,
  FIELD_LABELS,
  type PickedField,
  usePickedFields,
} from "#features/board/pickers/pickedFields.ts";
import { COMMAND_KEYS } from "#lib/commandKeys.ts";
import { useCommand } from "#lib/useCommand.ts";
import { usePickerButton } from "#ui/picker/usePickerButton.ts";
import classes from "./EditableProperty.module.css";

/** A task's value as a button that changes it in place; as text if the server has no such call. */
export function EditableProperty({
  field,
  task,
  children,
}: {
  field: PickedField;
  task: TaskSummary;
  children: ReactNode;
}) {
  const isEditable = usePickedFields().includes(field);
  const { isOpen, open, buttonProps, pickerProps } = usePickerButton();
  useCommand(FIELD_COMMANDS[field], () => {
    if (isEditable) open();
    return isEditable;
  });
  if (!isEditable) return children;
  return (
    <>
      <button
        {...buttonProps}
        type="button"
        aria-keyshortcuts={COMMAND_KEYS[FIELD_COMMANDS[field]].keys}
        title={`Change ${FIELD_LABELS[field].toLowerCase()}`}
        className={classes.fact}
      >
        {children}
      </button>
      {isOpen && <LazyFieldPicker {...pickerProps} field={field} tasks={[task]} />}
    </>
  );
}
