import { type RefObject, useId, useState } from "react";
import { useDispatch } from "react-redux";
import type { TaskSummary } from "#contract/task.ts";
import { requestEdit, type TaskChange } from "#features/board/edits/requestEdit.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { MenuItems } from "#ui/MenuItems.tsx";
import { MenuList } from "#ui/MenuList.tsx";
import { DayPopover } from "./DayPopover.tsx";
import { FIELD_LABELS, type PickedField } from "./pickedFields.ts";
import { useChoices } from "./useChoices.tsx";

export interface FieldPickerProps {
  field: PickedField;
  /** The tasks to change, as the user sees them. */
  tasks: readonly TaskSummary[];
  /** The element below which the menu opens. */
  anchor: RefObject<HTMLElement | null>;
  /** `refocus`: whether the anchor takes the focus back. */
  onClose: (refocus: boolean) => void;
}

/** A menu that changes a field of one task or several, without a form. */
export function FieldPicker({ field, tasks, anchor, onClose }: FieldPickerProps) {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  const [isPickingDay, setPickingDay] = useState(false);
  const id = useId();
  const change = (values: TaskChange) => void dispatch(requestEdit(tasks, values));
  const items = useChoices(field, tasks, choose, () => setPickingDay(true));
  // "Another day" replaces the menu with a popover, so only the choice of a value closes the
  // picker.
  function choose(values: TaskChange) {
    onClose(true);
    change(values);
  }
  const [only] = tasks.length === 1 ? tasks : [];
  const label = `${FIELD_LABELS[field]} (${only ? only.title : `${tasks.length} tasks`})`;

  if (isPickingDay) {
    return (
      <DayPopover
        label={label}
        day={only?.due_date ?? ""}
        anchor={anchor}
        onPick={(day) => change({ due_date: day })}
        onClose={onClose}
      />
    );
  }
  return (
    <MenuList id={id} label={label} start="first" anchor={anchor} onClose={onClose}>
      <MenuItems items={items} onClose={() => undefined} />
    </MenuList>
  );
}
