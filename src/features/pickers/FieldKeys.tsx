import { useCallback, useEffect, useRef, useState } from "react";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { useCommand } from "#lib/commands/useCommand.ts";
import { useIdleCode } from "#lib/lazyPart.tsx";
import { focusedRow, isCovered, lastFocused } from "#ui/lists/rows.ts";
import { LazyFieldPicker } from "./LazyFieldPicker.tsx";
import { FIELD_COMMANDS, ownerOf, type PickedField, usePickedFields } from "./pickedFields.ts";

const find = (selector: string): HTMLElement | null => document.querySelector(selector);

/** Where a field's picker opens: below the value on the card or row, or at the button of the bar. */
function placeOf(field: PickedField, id: string | undefined): HTMLElement | null {
  if (id === undefined) return find(`[data-bulk-actions] [data-field="${field}"]`);
  const row = find(`[data-card="${CSS.escape(id)}"]`);
  // The value may be hidden, or not there.
  const fact = row?.querySelector<HTMLElement>(`[data-fact="${field}"]`);
  return fact?.offsetParent ? fact : row;
}

const NONE: ReadonlySet<string> = new Set();

const loadActions = () => import(/* webpackChunkName: "rowActions" */ "./RowActions.tsx");

/**
 * The keys that change a value of the selected tasks, or else of the one in focus, and their picker. A click
 * on a value, or on a button of the selection's bar, opens it too.
 */
export function FieldKeys({
  selected = NONE,
  tasksFor,
}: {
  selected?: ReadonlySet<string>;
  /** The tasks of these ids; none while the screen can't change them. */
  tasksFor: (ids: readonly string[]) => readonly TaskSummary[];
}) {
  const fields = usePickedFields();
  const actions = useIdleCode(loadActions);
  const [picking, setPicking] = useState<{
    field: PickedField;
    tasks: readonly TaskSummary[];
  } | null>(null);
  const anchor = useRef<HTMLElement | null>(null);
  const before = useRef<HTMLElement | null>(null);

  const close = useCallback((refocus: boolean) => {
    setPicking(null);
    if (refocus) before.current?.focus();
  }, []);

  // The picker has the focus, so the card or row that it is about shows its ring by this mark.
  useEffect(() => {
    if (!picking) return;
    const card = anchor.current?.closest("[data-card]");
    const button = card ? null : anchor.current;
    card?.setAttribute("data-picking", "");
    button?.setAttribute("aria-expanded", "true");
    return () => {
      card?.removeAttribute("data-picking");
      button?.setAttribute("aria-expanded", "false");
    };
  }, [picking]);

  function pick(field: PickedField, clickedId?: string): boolean {
    const isForAll = clickedId === undefined && selected.size > 0;
    const id = isForAll ? undefined : (clickedId ?? focusedRow()?.dataset["card"]);
    if (!isForAll && id === undefined) return false;
    const place = placeOf(field, id);
    const ids = id === undefined || selected.has(id) ? [...selected] : [id];
    const tasks = tasksFor(ids);
    if (!place || isCovered(place) || tasks.length === 0) return false;
    // Another server may have no labels.
    if (field === "labels" && tasks.some(({ labels }) => labels === undefined)) return false;
    if (picking?.field === field && anchor.current === place) {
      close(true);
      return true;
    }
    const focused = document.activeElement;
    const isUsable = focused instanceof HTMLElement && focused.tabIndex >= 0;
    before.current = isUsable ? focused : ownerOf(place);
    anchor.current = place;
    setPicking({ field, tasks });
    return true;
  }

  /** After a change the focus is in the list, so that Enter doesn't open the picker of the bar again. */
  const afterChange = () => (isInBar(before.current) && lastFocused()) || before.current;

  return (
    <>
      {fields.map((field) => (
        <FieldKey key={field} field={field} onPick={pick} />
      ))}
      {actions && <actions.RowActions isPicking={picking !== null} />}
      {picking && (
        <LazyFieldPicker
          key={picking.field}
          {...picking}
          anchor={anchor}
          onClose={close}
          afterChange={afterChange}
        />
      )}
    </>
  );
}

const isInBar = (element: HTMLElement | null): boolean =>
  element?.closest("[data-bulk-actions]") != null;

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
