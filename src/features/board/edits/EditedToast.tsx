import type { MouseEvent } from "react";
import { toast } from "react-hot-toast/headless";
import { useDispatch, useSelector } from "react-redux";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { formatDay } from "#lib/day.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { Button } from "#ui/Button.tsx";
import { ToastText, titlesLine } from "#ui/ToastText.tsx";
import { fieldName } from "./editSelectors.ts";
import type { DoneEdit } from "./editsState.ts";
import { selectIsUndoable, undoEdit } from "./undoEdit.ts";

/** What was changed, as "Assignee of 3 tasks changed to Ada". */
function useSentence({ field, to, tasks }: DoneEdit): string {
  const { name } = useGetUsersQuery(undefined, {
    selectFromResult: ({ data }) => ({ name: data?.find(({ id }) => id === to)?.name }),
  });
  const what = fieldName(field);
  const subject = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const whole = tasks.length === 1 ? subject : `${subject} of ${tasks.length} tasks`;
  if (to === null) return `${whole} removed`;
  if (field === "due_date") return `${whole} changed to ${formatDay(to)}`;
  if (field === "priority") return `${whole} changed to ${to}`;
  return field === "assignee_id" && name ? `${whole} changed to ${name}` : `${whole} changed`;
}

/**
 * The toast of an edit in place. It offers Undo while the tasks have the value.
 *
 * @param id of the toast, which Undo dismisses
 */
export function EditedToast({ id, done }: { id: string; done: DoneEdit }) {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  const undoable = useSelector((state: WithBoard) => selectIsUndoable(state, done.at));
  const sentence = useSentence(done);
  function undo({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // Blurs the button before the toast closes, so that the card can take the focus.
    currentTarget.blur();
    toast.dismiss(id);
    dispatch(undoEdit(done.at));
  }
  return (
    <ToastText
      text={sentence}
      detail={titlesLine(done.tasks.map(({ title }) => title))}
      action={
        undoable && (
          <Button size="sm" onClick={undo}>
            Undo
          </Button>
        )
      }
    />
  );
}
