import { createElement } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { TaskStatus } from "#contract/task.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import type { Intent } from "#features/board/moves/moveMachine.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { createMergedToast } from "#ui/mergedToast.ts";
import { titlesLine } from "#ui/ToastText.tsx";
import { UndoToast } from "#ui/UndoToast.tsx";
import { selectUndoable, undoMove } from "./undoMove.ts";

interface MovedCard {
  cardId: string;
  title: string;
}

interface Moved {
  to: TaskStatus;
  /** The moved cards, newest first. */
  cards: readonly MovedCard[];
}

const showMoved = createMergedToast<Moved>(
  ({ cards }, { to, cards: added }) => {
    const isAdded = ({ cardId }: MovedCard) => added.some((card) => card.cardId === cardId);
    return { to, cards: [...added, ...cards.filter((card) => !isAdded(card))] };
  },
  (moved, id) => createElement(MovedToast, { id, ...moved }),
);

/** Shows the toast of a successful move (§8). Moves to one column share a toast. */
export function toastMoved(cardId: string, { to, title }: Pick<Intent, "to" | "title">): void {
  showMoved(`moved-${to}`, { to, cards: [{ cardId, title }] });
}

/** The toast of successful moves. It offers Undo for the cards that are still in that column. */
function MovedToast({ id, to, cards }: Moved & { id: string }) {
  const dispatch = useDispatch<StoreDispatch<WithBoard>>();
  const undoable = useSelector(
    (state: WithBoard) => cards.map(({ cardId }) => selectUndoable(state, cardId, to)),
    (a, b) => a.length === b.length && a.every((at, index) => at === b[index]),
  ).filter((at) => at !== undefined);
  function undo() {
    for (const at of undoable.toSorted((a, b) => b - a)) dispatch(undoMove(at));
  }
  return (
    <UndoToast
      id={id}
      text={cards.length === 1 ? `Task moved to ${to}` : `${cards.length} tasks moved to ${to}`}
      detail={titlesLine(cards.map(({ title }) => title))}
      onUndo={undoable.length > 0 && undo}
    />
  );
}
