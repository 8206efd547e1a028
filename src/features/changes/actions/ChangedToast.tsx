import { createElement } from "react";
import { toast } from "react-hot-toast/headless";
import { useDispatch, useSelector } from "react-redux";
import { TASK_FIELDS } from "#contract/taskFields.ts";
import { type Field, type FieldValue, type WithChanges } from "#features/changes/queue/change.ts";
import { useUserNames } from "#features/users/useUserNames.ts";
import { createClientId } from "#lib/clientId.ts";
import { formatDay } from "#lib/dates/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { createMergedToast } from "#ui/toasts/mergedToast.ts";
import { titlesLine } from "#ui/toasts/ToastText.tsx";
import { UndoToast } from "#ui/toasts/UndoToast.tsx";
import { selectUndoable, undoChanges } from "./undo.ts";

/** A confirmed change, for its toast. */
export interface ConfirmedChange {
  id: string;
  title: string;
  /** The `Wanted.at`. */
  at: number;
}

interface Content {
  what: Field;
  to: FieldValue;
  /** Newest first. */
  tasks: readonly ConfirmedChange[];
}

const show = createMergedToast<Content>(
  (shown, added) => {
    const isAdded = ({ id }: ConfirmedChange) => added.tasks.some((task) => task.id === id);
    return { ...added, tasks: [...added.tasks, ...shown.tasks.filter((task) => !isAdded(task))] };
  },
  (content, id) => createElement(ChangedToast, { id, ...content }),
);

/**
 * Shows the toast of changes that the server has confirmed. Moves to one column share a toast (§8),
 * as do the changes of one group.
 */
export function toastChanged(what: Field, to: FieldValue, group: number, tasks: ConfirmedChange[]) {
  show(what === "status" ? `moved-${to}` : `changed-${group}-${what}`, { what, to, tasks });
}

/** Describes the change: "Assignee of 3 tasks changed to Ada". */
function useSentence({ what, to, tasks: { length } }: Content): string {
  const name = useUserNames().get(to ?? "");
  if (what === "status")
    return length === 1 ? `Task moved to ${to}` : `${length} tasks moved to ${to}`;
  if (what === "description") return "Task updated successfully! ✅";
  const { kind, name: field } = TASK_FIELDS[what];
  const subject = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const whole = length === 1 ? subject : `${subject} of ${length} tasks`;
  if (to === null) return `${whole} removed`;
  if (kind === "day") return `${whole} changed to ${formatDay(to)}`;
  if (kind === "choice") return `${whole} changed to ${to}`;
  return kind === "user" && name ? `${whole} changed to ${name}` : `${whole} changed`;
}

/** The toast of confirmed changes. It offers Undo for the tasks that still have the value. */
function ChangedToast({ id, ...content }: Content & { id: string }) {
  const times = content.tasks.map(({ at }) => at);
  const undoable = useSelector(
    (state: WithChanges) => selectUndoable(state, times).map(({ at }) => at),
    (a, b) => a.join() === b.join(),
  );
  return (
    <ToastWithUndo
      id={id}
      text={useSentence(content)}
      detail={titlesLine(content.tasks.map(({ title }) => title))}
      undoable={undoable}
    />
  );
}

function ToastWithUndo({
  undoable,
  ...toastProps
}: {
  id: string;
  text: string;
  detail: string;
  /** The `DoneChange.at` of the changes that Undo changes back. */
  undoable: readonly number[];
}) {
  const dispatch = useDispatch<StoreDispatch<WithChanges>>();
  return (
    <UndoToast
      {...toastProps}
      onUndo={undoable.length > 0 && (() => dispatch(undoChanges(undoable)))}
    />
  );
}

/** The toast of a form's save (§8). It offers Undo until the save was undone. */
function SavedToast({ id, group, title }: { id: string; group: number; title: string }) {
  const undoable = useSelector(
    ({ changes }: WithChanges) =>
      changes.history.flatMap((done) =>
        done.group === group && done.undoneAt === null ? [done.at] : [],
      ),
    (a, b) => a.join() === b.join(),
  );
  return (
    <ToastWithUndo
      id={id}
      text="Task updated successfully! ✅"
      detail={title}
      undoable={undoable}
    />
  );
}

/** @param group that of the saved fields in the history */
export function toastSaved(group: number, title: string): void {
  const id = createClientId();
  toast.success(createElement(SavedToast, { id, group, title }), { id });
}
