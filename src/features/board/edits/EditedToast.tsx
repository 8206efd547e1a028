import { useDispatch, useSelector } from "react-redux";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import { useUserNames } from "#features/users/useUserNames.ts";
import { formatDay } from "#lib/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { titlesLine } from "#ui/ToastText.tsx";
import { UndoToast } from "#ui/UndoToast.tsx";
import { fieldName } from "./editSelectors.ts";
import type { DoneEdit } from "./editsState.ts";
import { selectIsUndoable, undoEdit } from "./undoEdit.ts";

/** Describes the change: "Assignee of 3 tasks changed to Ada". */
function useSentence({ field, to, tasks }: DoneEdit): string {
  const name = useUserNames().get(to ?? "");
  const what = fieldName(field);
  const subject = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const whole = tasks.length === 1 ? subject : `${subject} of ${tasks.length} tasks`;
  if (to === null) return `${whole} removed`;
  if (field === "due_date") return `${whole} changed to ${formatDay(to)}`;
  if (field === "priority") return `${whole} changed to ${to}`;
  return field === "assignee_id" && name ? `${whole} changed to ${name}` : `${whole} changed`;
}

/** The toast of an edit in place. It offers Undo while the tasks have the value. */
export function EditedToast({ id, done }: { id: string; done: DoneEdit }) {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  const undoable = useSelector((state: WithBoard) => selectIsUndoable(state, done.at));
  const sentence = useSentence(done);
  return (
    <UndoToast
      id={id}
      text={sentence}
      detail={titlesLine(done.tasks.map(({ title }) => title))}
      onUndo={undoable && (() => dispatch(undoEdit(done.at)))}
    />
  );
}
