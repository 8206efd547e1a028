import { useSelector } from "react-redux";
import type { Task } from "#contract/task.ts";
import { RowCheckbox } from "#features/bulk/RowCheckbox.tsx";
import type { Selection } from "#features/bulk/useSelection.ts";
import { selectBulkFailure, type WithTaskBulk } from "#features/tasks/bulk/taskBulkState.ts";
import classes from "./SelectTask.module.css";

const noteId = (id: Task["id"]) => `bulk-failure-${id}`;

const useFailure = (id: Task["id"]) =>
  useSelector((state: WithTaskBulk) => selectBulkFailure(state, id));

/** Why the last bulk action failed for a task. */
export function BulkFailureNote({ id }: { id: Task["id"] }) {
  const failure = useFailure(id);
  return (
    failure && (
      <p id={noteId(id)} className={classes.failure}>
        {failure}
      </p>
    )
  );
}

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
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the label enlarges the target
    <label className={classes.tick}>
      <RowCheckbox
        aria-label={`Select ${title}`}
        aria-describedby={useFailure(id) && noteId(id)}
        checked={selected}
        onTick={(isSelected, isRange) => onSelect(id, isSelected, isRange)}
      />
    </label>
  );
}
