import { useDispatch, useSelector } from "react-redux";
import { COLUMN_MAX } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import { boardFiltersEvent, selectBoardFilters } from "#features/board/filter/boardFiltersSlice.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { BOARD_VIEW } from "#features/filters/listQuery.ts";
import { useChipTexts } from "#features/filters/useChipTexts.tsx";
import { LateViewBar } from "#features/views/LateViewBar.tsx";
import { paths } from "#lib/address/paths.ts";
import { isOfView, useScreenSearch } from "#lib/filters/useScreenSearch.ts";
import { writeView } from "#lib/filters/view.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import { Link } from "#ui/button/Link.tsx";
import { FilterChips } from "#ui/filters/FilterChips.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import classes from "./BoardFilter.module.css";

const BOARD_LOOK = { layout: "board" };

const RESET = boardFiltersEvent({ type: "filtersReset" });

const focusFilterButton = (): void =>
  document.querySelector<HTMLElement>("main [aria-haspopup='dialog']")?.focus();

/** How many cards match, and among which: of a very large board the app has the latest cards only. */
function countText({ board, columns }: FilteredBoard): string {
  const sum = (count: (status: (typeof TASK_STATUSES)[number]) => number) =>
    TASK_STATUSES.reduce((total, status) => total + count(status), 0);
  const shown = formatCount(sum((status) => columns[status].cards.length));
  const total = countOf(
    sum((status) => board[status].length),
    "task",
  );
  const isCut = TASK_STATUSES.some((status) => board[status].length === COLUMN_MAX);
  return isCut
    ? `${shown} of the latest ${total}; older ones are only in the list`
    : `${shown} of ${total}`;
}

/** The board's set filters, the number of cards that match, and the buttons that reset them. */
export function BoardFilterChips({ filtered }: { filtered: FilteredBoard | null }) {
  const dispatch = useDispatch();
  const filters = useSelector(selectBoardFilters);
  // A view resets itself.
  const isView = isOfView(useScreenSearch(paths.board));
  return (
    <FilterChips
      filters={filters}
      texts={useChipTexts(filters)}
      onRemove={(name) => dispatch(boardFiltersEvent({ type: "filterChosen", name, value: "" }))}
      onLeave={focusFilterButton}
      className={filtered || isView ? classes.chips : undefined}
    >
      <LiveText text={filtered ? countText(filtered) : ""} className={classes.found} />
      {filtered && (
        <>
          {!isView && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                dispatch(RESET);
                focusFilterButton();
              }}
            >
              Reset
            </Button>
          )}
          <Link
            className={classes.toList}
            to={paths.tasks + writeView({ filters, sort: "", page: 1 })}
          >
            Show in the list
          </Link>
        </>
      )}
      <LateViewBar path={paths.board} spec={BOARD_VIEW} look={BOARD_LOOK} />
    </FilterChips>
  );
}

/** Says why the filters leave a column without cards, and offers to reset them. */
export function FilteredOut({ status }: { status: TaskStatus }) {
  const dispatch = useDispatch();
  const { due, overdue } = useSelector(selectBoardFilters);
  const isLeftOut = status === "Done" && (due !== "" || overdue !== "");
  return (
    <>
      {isLeftOut ? "The due date filter leaves out done tasks" : "No tasks match the filters"}
      <Button size="sm" onClick={() => dispatch(RESET)}>
        Reset
      </Button>
    </>
  );
}
