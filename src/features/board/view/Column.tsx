import { type ComponentType, memo, useId, useRef } from "react";
import { useSelector, useStore } from "react-redux";
import { COLUMN_LABELS, COLUMN_MAX } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import type { UserNames } from "#features/board/cards/liftable.ts";
import { useFrozenWhileDragging } from "#features/board/cards/useFrozenWhileDragging.ts";
import type { FilteredColumn } from "#features/board/filter/filterBoard.ts";
import { COLUMN_PLACES } from "#features/board/newCards/newTasks.ts";
import { useNewCards } from "#features/board/newCards/useNewCards.tsx";
import type { WithChanges } from "#features/changes/queue/change.ts";
import {
  columnSelectors,
  selectLanded,
  selectLiftedId,
} from "#features/changes/shown/shownBoard.ts";
import { taskListPath } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { StatusIcon } from "#ui/badges/StatusIcon.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Link } from "#ui/button/Link.tsx";
import { CardList } from "./CardList.tsx";
import classes from "./Column.module.css";
import { OlderCards, useOlderCards } from "./OlderCards.tsx";

const isBoardEmpty = (state: WithChanges): boolean =>
  TASK_STATUSES.every((status) => columnSelectors[status](state).length === 0);

/** A column of the board (§2): label, count and cards. Cards can be dropped on it. */
export const Column = memo(function Column({
  status,
  names,
  today,
  filtered,
  FilteredOut,
}: {
  status: TaskStatus;
  names: UserNames;
  today: string;
  /** The cards that match the filters; undefined without filters. */
  filtered: FilteredColumn | undefined;
  /** Says why the filters leave no card. */
  FilteredOut: ComponentType<{ status: TaskStatus }> | undefined;
}) {
  const all = useFrozenWhileDragging(columnSelectors[status]);
  const cards = filtered?.cards ?? all;
  const { visible, olderCount, showOlder } = useOlderCards(status, all, cards);
  const liftedId = useSelector(selectLiftedId);
  const store = useStore<WithChanges>();
  // This ref is not in the list, because an empty column renders no list. Landings before the mount
  // don't count.
  const handledLandingRef = useRef(selectLanded(store.getState()));
  const headingId = useId();
  const { addButton, newCards, open } = useNewCards(COLUMN_PLACES[status], classes["add"]);
  const isFirstOfNone = useSelector(
    (state: WithChanges) => status === "Todo" && isBoardEmpty(state),
  );
  const label = COLUMN_LABELS[status];

  return (
    <section
      aria-labelledby={headingId}
      className={cx(classes.column, classes[status.replace(" ", "")])}
    >
      <header className={classes.header}>
        <StatusIcon status={status} />
        <h2 id={headingId} className={classes.heading}>
          {label}
        </h2>
        <span className={classes.count}>
          {filtered && <span>{`${formatCount(cards.length)} of `}</span>}
          {all.length === COLUMN_MAX ? (
            <LatestOnly status={status} />
          ) : (
            <span>{formatCount(all.length)}</span>
          )}
        </span>{" "}
        <span className="visually-hidden">{all.length === 1 ? "task" : "tasks"}</span>
        {addButton}
      </header>
      <div data-rfd-droppable-id={status} className={classes.scroller}>
        {newCards}
        {cards.length === 0 && !newCards ? (
          <div className={classes.empty}>
            {FilteredOut && all.length > 0 ? <FilteredOut status={status} /> : "No tasks"}
            {isFirstOfNone && (
              <Button size="sm" onClick={open}>
                + Create Task
              </Button>
            )}
          </div>
        ) : (
          <CardList
            cards={visible}
            names={names}
            today={today}
            liftedId={liftedId}
            outdated={filtered?.outdated}
            handledLandingRef={handledLandingRef}
          />
        )}
        {olderCount > 0 && (
          <OlderCards count={olderCount} index={visible.length} onShow={showOlder} />
        )}
      </div>
    </section>
  );
});

/** The count of a column that has only its latest tasks. It leads to all of them, in the list. */
function LatestOnly({ status }: { status: TaskStatus }) {
  return (
    <Link
      to={taskListPath({ status })}
      title={`The latest ${formatCount(COLUMN_MAX)} tasks; older ones are only in the list`}
    >
      {formatCount(COLUMN_MAX)}+
    </Link>
  );
}
