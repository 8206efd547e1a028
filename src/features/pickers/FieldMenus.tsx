import { ChevronDown } from "lucide-react";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { Button } from "#ui/button/Button.tsx";
import { usePickerButton } from "#ui/picker/usePickerButton.ts";
import { LazyFieldPicker } from "./LazyFieldPicker.tsx";
import { FIELD_LABELS, type PickedField, usePickedFields } from "./pickedFields.ts";

interface FieldMenusProps {
  tasks: readonly TaskSummary[];
  /** Whether the buttons have no arrows. */
  isCompact?: boolean;
}

/** A button for each field. Its picker changes all the tasks at once. */
export function FieldMenus(props: FieldMenusProps) {
  return usePickedFields().map((field) => <FieldMenu key={field} field={field} {...props} />);
}

function FieldMenu({ field, tasks, isCompact = false }: FieldMenusProps & { field: PickedField }) {
  const { isOpen, buttonProps, pickerProps } = usePickerButton();
  return (
    <>
      <Button {...buttonProps} size="sm" data-field={field}>
        {FIELD_LABELS[field]}
        {!isCompact && <ChevronDown />}
      </Button>
      {isOpen && <LazyFieldPicker {...pickerProps} field={field} tasks={tasks} />}
    </>
  );
}
