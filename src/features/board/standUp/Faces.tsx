import { createSelector } from "@reduxjs/toolkit";
import { CircleDashed } from "lucide-react";
import { useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { NOBODY } from "#contract/task.ts";
import { boardFiltersEvent, selectBoardFilters } from "#features/board/filter/boardFiltersSlice.ts";
import { selectRecentDone, selectShownBoard } from "#features/changes/shown/shownBoard.ts";
import { SLOT } from "#features/dragging/slots.ts";
import { usePeople } from "#features/users/usePeople.tsx";
import { useCommand } from "#lib/commands/useCommand.ts";
import { cx } from "#lib/cx.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import classes from "./Faces.module.css";

/** Who has cards on the board; {@link NOBODY} if some have no assignee. Older done ones don't count. */
const selectHolders = createSelector(
  [selectShownBoard, selectRecentDone],
  (board, recentDone): ReadonlySet<string> =>
    new Set(
      board &&
        [...board.Todo, ...board["In Progress"], ...board.Done.slice(0, recentDone)].map(
          ({ assignee_id }) => assignee_id ?? NOBODY,
        ),
    ),
);

/**
 * The people who have cards. A click shows the cards of one, arrow keys those of the next, and a second
 * click shows all again: a filter by assignee.
 */
export function Faces() {
  const dispatch = useDispatch();
  const holders = useSelector(selectHolders);
  const { assignee } = useSelector(selectBoardFilters);
  const people = usePeople();
  const element = useRef<HTMLDivElement>(null);
  const faces = [{ id: NOBODY, label: "Unassigned", name: "" }, ...people].filter(
    ({ id }) => holders.has(id) || id === assignee,
  );
  const shown = faces.findIndex(({ id }) => id === assignee);
  const show = (id: string) =>
    dispatch(boardFiltersEvent({ type: "filterChosen", name: "assignee", value: id }));

  /** Not from a card, whose arrow keys lead to other cards, and not behind a panel. */
  function step(by: 1 | -1): boolean {
    const focused = document.activeElement;
    const isOther = focused?.closest(SLOT) || element.current?.closest("[inert]");
    const next = faces[(shown + by + faces.length) % faces.length];
    if (shown === -1 || !next || isOther) return false;
    show(next.id);
    const button = element.current?.querySelector<HTMLElement>(
      `[data-face="${CSS.escape(next.id)}"]`,
    );
    button?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    if (element.current?.contains(focused)) button?.focus();
    return true;
  }
  useCommand("cardRight", () => step(1));
  useCommand("cardLeft", () => step(-1));

  if (faces.length < 2) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a legend
    <div ref={element} role="group" aria-label="People with cards" className={classes.faces}>
      {faces.map(({ id, label, name }, index) => (
        <button
          key={id}
          type="button"
          data-face={id}
          aria-label={id === NOBODY ? label : undefined}
          aria-pressed={index === shown}
          title={index === shown ? `${label} (← → show the next person)` : label}
          tabIndex={index === Math.max(shown, 0) ? 0 : -1}
          className={cx(classes.face, shown !== -1 && index !== shown && classes.others)}
          onClick={() => show(index === shown ? "" : id)}
        >
          {id === NOBODY ? <CircleDashed /> : <Avatar name={name} size="sm" />}
        </button>
      ))}
    </div>
  );
}
