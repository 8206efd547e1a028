import type { Task } from "#contract/shapes/task.ts";
import { RowCheckbox } from "#features/selection/RowCheckbox.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import classes from "./SelectTask.module.css";

/** The checkbox of a task in the list. */
export function SelectTask({
  task: { id, title },
  selected,
  onSelect,
}: {
  task: Task;
  selected: boolean;
  onSelect: Selection["set"];
}) {
  return (
    <label className={classes.tick}>
      <RowCheckbox
        aria-label={`Select ${title}`}
        checked={selected}
        onTick={(isSelected, isRange) => onSelect(id, isSelected, isRange)}
      />
    </label>
  );
}
