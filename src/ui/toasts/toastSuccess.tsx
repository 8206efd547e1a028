import { aboutSubjects } from "./aboutSubjects.tsx";
import { showMergedToast } from "./mergedToast.ts";
import { UndoButton } from "./UndoButton.tsx";

let count = 0;

/**
 * Shows a success toast. Equal texts share a toast that counts them, unless it has an Undo: that is for
 * one change, which `title` names.
 */
export function toastSuccess(
  text: string,
  undoable?: { title: string; undo: () => void } | null,
): void {
  count += 1;
  const subjects = [{ id: String(count), title: undoable?.title ?? "" }];
  showMergedToast({
    key: undoable ? `${text} ${count}` : text,
    subjects,
    message: undoable
      ? aboutSubjects(
          () => text,
          (_all, toastId) => <UndoButton toastId={toastId} onUndo={undoable.undo} />,
        )
      : ({ length }) => (length === 1 ? text : `${text} ×${length}`),
  });
}
