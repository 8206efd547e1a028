import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { selectIsEditable } from "#features/changes/shown/useUncreated.ts";
import { COMMAND_KEYS } from "#lib/commands/commandKeys.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { usePickerButton } from "#ui/picker/usePickerButton.ts";
import classes from "./FieldButton.module.css";
import { LazyFieldPicker } from "./LazyFieldPicker.tsx";
import { FIELD_COMMANDS, FIELD_LABELS, type PickedField, usePickedFields } from "./pickedFields.ts";

interface FieldButtonProps {
  field: PickedField;
  task: TaskSummary;
  /** Whether the field's key opens it wherever the focus is: the screen shows only this task. */
  hasKey?: boolean;
  children: ReactNode;
}

/** A task's value as a button that changes it in place; as text if that is not possible. */
export function FieldButton(props: FieldButtonProps) {
  const fields = usePickedFields();
  const isNewEditable = useSelector((state: WithChanges) => selectIsEditable(state, props.task.id));
  const canEdit = isNewEditable ?? fields.includes(props.field);
  return canEdit ? <Editable {...props} /> : props.children;
}

function Editable({ field, task, hasKey = false, children }: FieldButtonProps) {
  const { isOpen, open, buttonProps, pickerProps } = usePickerButton();
  return (
    <>
      {hasKey && <FieldKey field={field} onPress={open} />}
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

function FieldKey({ field, onPress }: { field: PickedField; onPress: () => void }) {
  useCommand(FIELD_COMMANDS[field], onPress);
  return null;
}
