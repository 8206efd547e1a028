import { useCallback, useEffect, useRef, useState } from "react";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { LazyFieldPicker } from "./LazyFieldPicker.tsx";
import { FIELD_COMMANDS, ownerOf, type PickedField, usePickedFields } from "./pickedFields.ts";

const rowOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-card="${CSS.escape(id)}"]`);

const focusedId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-card]")?.dataset["card"];

/**
 * The keys that change a value of the task in focus, and the picker that they open, or that a click on
 * the value opens, below it.
 */
export function FieldKeys({
  tasksFor,
}: {
  /** The tasks to change; null if the screen doesn't have the task. "handled" if another picker opens. */
  tasksFor: (id: string, field: PickedField) => readonly TaskSummary[] | "handled" | null;
}) {
  const fields = usePickedFields();
  const [picking, setPicking] = useState<{
    field: PickedField;
    tasks: readonly TaskSummary[];
  } | null>(null);
  const anchor = useRef<HTMLElement | null>(null);

  const close = useCallback((refocus: boolean) => {
    setPicking(null);
    if (refocus) ownerOf(anchor.current)?.focus();
  }, []);

  // The picker has the focus, so the card or row that it is about shows its ring by this mark.
  useEffect(() => {
    if (!picking) return;
    const card = anchor.current?.closest("[data-card]");
    card?.setAttribute("data-picking", "");
    return () => card?.removeAttribute("data-picking");
  }, [picking]);

  function pick(field: PickedField, id = focusedId()): boolean {
    const row = id === undefined ? null : rowOf(id);
    if (!row || id === undefined) return false;
    const tasks = tasksFor(id, field);
    if (!tasks || tasks === "handled") return tasks === "handled";
    // The value may be hidden, or not there.
    const fact = row.querySelector<HTMLElement>(`[data-fact="${field}"]`);
    anchor.current = fact?.offsetParent ? fact : row;
    setPicking({ field, tasks });
    return true;
  }

  return (
    <>
      {fields.map((field) => (
        <FieldKey key={field} field={field} onPick={pick} />
      ))}
      {picking && (
        <LazyFieldPicker key={picking.field} {...picking} anchor={anchor} onClose={close} />
      )}
    </>
  );
}

function FieldKey({
  field,
  onPick,
}: {
  field: PickedField;
  onPick: (field: PickedField, taskId?: string) => boolean;
}) {
  useCommand(FIELD_COMMANDS[field], (taskId) => onPick(field, taskId));
  return null;
}
