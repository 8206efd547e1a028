import { useDispatch, useSelector } from "react-redux";
import { type Field, type FieldValue, type WithChanges } from "#features/changes/queue/change.ts";
import { fieldOf } from "#features/changes/queue/fieldNames.ts";
import type { DoneChange } from "#features/changes/queue/history.ts";
import { useUserNames } from "#features/users/useUserNames.ts";
import { formatDay } from "#lib/dates/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { aboutSubjects } from "#ui/toasts/aboutSubjects.tsx";
import { type Subject, showMergedToast } from "#ui/toasts/mergedToast.ts";
import { UndoButton } from "#ui/toasts/UndoButton.tsx";
import { selectNotUndone, selectUndoable, undoChanges } from "./undo.ts";

/** A task whose change the server has confirmed. `at`: its `Wanted.at`. */
interface ChangedTask extends Subject {
  at: number;
}

/** Describes the change: "Assignee of 3 tasks changed". */
function changedText(what: Field, to: FieldValue, count: number, name?: string): string {
  if (what === "status")
    return count === 1 ? `Task moved to ${to}` : `${count} tasks moved to ${to}`;
  if (what === "description") return SAVED;
  const { kind, name: field } = fieldOf(what);
  const subject = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const whole = count === 1 ? subject : `${subject} of ${count} tasks`;
  if (kind === "set") return `${whole} changed`;
  if (to === null) return `${whole} removed`;
  if (kind === "day") return `${whole} changed to ${formatDay(to)}`;
  if (kind === "choice") return `${whole} changed to ${to}`;
  return name === undefined ? `${whole} changed` : `${whole} changed to ${name}`;
}

const SAVED = "Task updated successfully! ✅";

/** The same with the name of the user, once it is known. */
function AssignedText({ what, to, count }: { what: Field; to: FieldValue; count: number }) {
  return changedText(what, to, count, useUserNames().get(to ?? ""));
}

/**
 * Shows the toast of changes that the server has confirmed. Moves to one column share a toast (§8),
 * as do the changes of one group. It offers Undo for the tasks that still have the value.
 */
export const toastChanged = (
  what: Field,
  to: FieldValue,
  group: number,
  tasks: readonly ChangedTask[],
): void =>
  showMergedToast({
    key: what === "status" ? `moved-${to}` : `changed-${group}-${fieldOf(what).name}`,
    subjects: tasks,
    message: aboutSubjects(
      ({ length: count }) =>
        fieldOf(what).kind === "user" ? (
          <AssignedText {...{ what, to, count }} />
        ) : (
          changedText(what, to, count)
        ),
      (all, toastId) => (
        <UndoChanges toastId={toastId} at={all.map(({ at }) => at)} select={selectUndoable} />
      ),
    ),
  });

/** Shows the toast of a form's save (§8). It offers Undo until the save was undone. `at`: its changes. */
export const toastSaved = (group: number, task: Subject, at: readonly number[]): void =>
  showMergedToast({
    key: `saved-${group}`,
    subjects: [task],
    message: aboutSubjects(
      () => SAVED,
      (_task, toastId) => <UndoChanges {...{ toastId, at }} select={selectNotUndone} />,
    ),
  });

/** Undoes the changes of these times, those of them that `select` offers. */
function UndoChanges({
  toastId,
  at,
  select,
}: {
  toastId: string;
  at: readonly number[];
  select: (state: WithChanges, at: readonly number[]) => readonly DoneChange[];
}) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  const undoable = useSelector(
    (state: WithChanges) => select(state, at).map((done) => done.at),
    (a, b) => a.join() === b.join(),
  );
  if (undoable.length === 0) return null;
  return <UndoButton toastId={toastId} onUndo={() => dispatch(undoChanges(undoable))} />;
}
