import { type ReactNode, useCallback, useRef, useState } from "react";
import { useSelector } from "react-redux";
import type { TaskSummary } from "#contract/task.ts";
import { LazyFieldPicker } from "#features/board/actions/LazyFieldPicker.tsx";
import { FIELD_LABELS, type PickedField } from "#features/board/actions/pickedFields.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
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
  const isEditable = useSelector(selectHasExtensions) || field === "status";
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback((refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  }, []);
  if (!isEditable) return children;
  return (
    <>
      <button
        ref={button}
        type="button"
        title={`Change ${FIELD_LABELS[field].toLowerCase()}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={classes.fact}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && <LazyFieldPicker field={field} tasks={[task]} anchor={button} onClose={close} />}
    </>
  );
}
