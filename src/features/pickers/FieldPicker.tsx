import { type RefObject, useState } from "react";
import { useDispatch } from "react-redux";
import type { TaskRunFields } from "#contract/run.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { requestEdit } from "#features/changes/actions/requestEdit.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { startRunListeners } from "#features/runs/runListeners.ts";
import { changeByServer } from "#features/runs/runsApi.ts";
import { formatDay, today } from "#lib/dates/day.ts";
import type { StoreParts } from "#lib/storeParts.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { DayPicker } from "#ui/picker/DayPicker.tsx";
import { Picker } from "#ui/picker/Picker.tsx";
import { ChangeQuestion, mustAsk, scopeOf } from "./ChangeQuestion.tsx";
import { FIELD_LABELS, ownerOf, type PickedField } from "./pickedFields.ts";
import { typedDayChoice, useChoices } from "./useChoices.tsx";
import { useLabelChoices } from "./useLabelChoices.tsx";

export const storeParts: StoreParts = { listeners: [startRunListeners] };

export interface FieldPickerProps {
  id?: string;
  field: PickedField;
  /** The tasks to change, as the user sees them. */
  tasks: readonly TaskSummary[];
  /** The letters that the user typed before the picker was there. */
  typed: string;
  /** The element below which the picker opens. */
  anchor: RefObject<HTMLElement | null>;
  /** `refocus`: whether the focus goes back to where it was. */
  onClose: (refocus: boolean) => void;
  /** Finds what takes the focus after a change; by default what had it. */
  afterChange?: () => HTMLElement | null;
}

function labelOf(field: PickedField, tasks: readonly TaskSummary[]): string {
  const [only] = tasks;
  if (!only) return FIELD_LABELS[field];
  return `${FIELD_LABELS[field]} (${tasks.length === 1 ? only.title : `${tasks.length} tasks`})`;
}

/**
 * Picks a value for a field of one task or several, without a form. Asks before it changes many. The
 * server carries out a change of very many.
 */
export function FieldPicker({
  id,
  field,
  tasks,
  typed,
  anchor,
  onClose,
  afterChange,
}: FieldPickerProps) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const [isPickingDay, setPickingDay] = useState(false);
  const [asked, setAsked] = useState<{ values: TaskRunFields; word: string | null } | null>(null);
  const scope = scopeOf(tasks);
  const asks = mustAsk(field, scope);

  function change(values: TaskRunFields, withDone: boolean) {
    const changed = withDone ? tasks : tasks.filter(({ status }) => status !== "Done");
    if (!dispatch(changeByServer(changed, values))) dispatch(requestEdit(changed, values));
  }

  function choose(values: TaskRunFields, word: string | null) {
    if (asks) return setAsked({ values, word });
    change(values, true);
    // The user may choose several labels.
    if (field !== "labels") afterChange?.()?.focus();
    return undefined;
  }

  const choices = useChoices(field, tasks, choose, () => setPickingDay(true));
  const labels = useLabelChoices(tasks, field === "labels", choose);
  const options = field === "labels" ? labels.options : choices;
  const label = labelOf(field, tasks);

  if (asked) {
    return (
      <ChangeQuestion
        field={field}
        word={asked.word}
        scope={scope}
        onConfirm={(withDone) => {
          onClose(true);
          change(asked.values, withDone);
        }}
        onCancel={() => onClose(true)}
        openedBy={afterChange ?? (() => ownerOf(anchor.current))}
      />
    );
  }
  if (isPickingDay) {
    return (
      <DayPicker
        {...{ id, label, anchor, onClose }}
        day={(tasks.length === 1 && tasks[0]?.due_date) || ""}
        min={today()}
        onPick={(day) => {
          if (!asks) onClose(true);
          choose({ due_date: day }, formatDay(day));
        }}
      />
    );
  }
  const shown = asks ? options.map((option) => ({ ...option, staysOpen: true })) : options;
  // A search line would bring up the keyboard of a phone, for a few options.
  const isTyped = field === "due_date" && !window.matchMedia("(pointer: coarse)").matches;
  const typedDay = isTyped ? typedDayChoice(shown, choose, asks) : undefined;
  const several = field === "labels";
  const typing = several ? labels.typing : typedDay;
  return <Picker {...{ id, label, options: shown, typing, typed, several, anchor, onClose }} />;
}
