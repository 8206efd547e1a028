import { useState } from "react";
import { ASK_FROM } from "#contract/confirmation.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import classes from "./ChangeQuestion.module.css";
import { FIELD_LABELS, type PickedField } from "./pickedFields.ts";

/** How many tasks a choice changes, and how many of them are done. */
interface Scope {
  count: number;
  done: number;
}

export const scopeOf = (tasks: readonly Pick<TaskSummary, "status">[]): Scope => ({
  count: tasks.length,
  done: tasks.filter(({ status }) => status === "Done").length,
});

/** Whether a date is only for the tasks that are still open, unless the user wants it for all. */
const leavesOutDone = (field: PickedField, { count, done }: Scope): boolean =>
  field === "due_date" && done > 0 && done < count;

/** Whether a change asks first. It can be undone, so few tasks need no question. */
export const mustAsk = (field: PickedField, scope: Scope): boolean =>
  scope.count >= ASK_FROM || leavesOutDone(field, scope);

/** Asks before many tasks are changed, with their numbers. */
export function ChangeQuestion({
  field,
  word,
  scope,
  onConfirm,
  onCancel,
  openedBy,
}: {
  field: PickedField;
  /** The new value; null if the field is cleared. */
  word: string | null;
  scope: Scope;
  onConfirm: (withDone: boolean) => void;
  onCancel: () => void;
  /** Finds what takes the focus afterwards, if a picker that is gone had it. */
  openedBy?: () => HTMLElement | null;
}) {
  const { count, done } = scope;
  const isOptional = leavesOutDone(field, scope);
  const [withDone, setWithDone] = useState(!isOptional);
  const name = FIELD_LABELS[field].toLowerCase();
  const tasks = `${countOf(count, "task")}${done > 0 ? `, ${formatCount(done)} of them done` : ""}`;
  const isSet = field === "labels";
  const change = isSet
    ? word
    : word === null
      ? `The ${name} is removed`
      : `The ${name} becomes ${word}`;
  return (
    <ConfirmDialog
      title={`Change ${name}`}
      message={`${tasks}. ${change}. You can undo this.`}
      confirmLabel={`Change ${countOf(withDone ? count : count - done, "task")}`}
      onConfirm={() => onConfirm(withDone)}
      onCancel={onCancel}
      openedBy={openedBy}
    >
      {isOptional && (
        <label className={classes.option}>
          <input
            type="checkbox"
            checked={withDone}
            onChange={({ target }) => setWithDone(target.checked)}
          />
          {done === 1 ? "Also the one that is done" : `Also the ${formatCount(done)} that are done`}
        </label>
      )}
    </ConfirmDialog>
  );
}
