import { useCallback, useEffect, useRef, useState } from "react";
import type { TaskSummary } from "#contract/task.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { LazyFieldPicker } from "./LazyFieldPicker.tsx";
import { FIELD_COMMANDS, ownerOf, type PickedField, usePickedFields } from "./pickedFields.ts";

/** What a key changes, and the card or row in focus. The picker opens below it, or below its value. */
export interface PickTarget {
  tasks: readonly TaskSummary[];
  anchor: HTMLElement;
}

/** The keys that change a value of the task in focus. */
export function FieldKeys({
  targetOf,
}: {
  /** Null if no task has the focus. "handled" if another picker opens for the field. */
  targetOf: (field: PickedField) => PickTarget | "handled" | null;
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

  function pick(field: PickedField): boolean {
    const target = targetOf(field);
    if (target === null || target === "handled") return target === "handled";
    // The value may be hidden, or not there.
    const fact = target.anchor.querySelector<HTMLElement>(`[data-fact="${field}"]`);
    anchor.current = fact?.offsetParent ? fact : target.anchor;
    setPicking({ field, tasks: target.tasks });
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
  onPick: (field: PickedField) => boolean;
}) {
  useCommand(FIELD_COMMANDS[field], () => onPick(field));
  return null;
}
