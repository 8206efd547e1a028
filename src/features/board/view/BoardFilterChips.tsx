import { useDispatch, useSelector } from "react-redux";
import { TASK_STATUSES } from "#contract/task.ts";
import { selectBoardFilters } from "#features/board/filter/boardFilterSelectors.ts";
import { boardFiltersSlice } from "#features/board/filter/boardFiltersSlice.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { filterLabels } from "#features/board/filter/filterLabels.ts";
import { useLabelNames } from "#features/board/filter/useLabelNames.ts";
import { writeAddress } from "#features/filters/listQuery.ts";
import { countOf, formatCount } from "#lib/formatCount.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/Button.tsx";
import { FilterChips } from "#ui/FilterChips.tsx";
import { Link } from "#ui/Link.tsx";
import { LiveText } from "#ui/LiveText.tsx";
import classes from "./BoardFilter.module.css";

const { filterChosen, filtersReset } = boardFiltersSlice.actions;

const focusFilterButton = (): void =>
  document.querySelector<HTMLElement>("main [aria-haspopup='dialog']")?.focus();

function countCards({ board, columns }: FilteredBoard): { shown: number; total: number } {
  const sum = (count: (status: (typeof TASK_STATUSES)[number]) => number) =>
    TASK_STATUSES.reduce((total, status) => total + count(status), 0);
  return {
    shown: sum((status) => columns[status].cards.length),
    total: sum((status) => board[status].length),
  };
}

/** The board's set filters, the number of cards that match, and the buttons that reset them. */
export function BoardFilterChips({ filtered }: { filtered: FilteredBoard | null }) {
  const dispatch = useDispatch();
  const filters = useSelector(selectBoardFilters);
  const names = useLabelNames(filters.team !== "");
  const counts = filtered && countCards(filtered);
  const text = counts ? `${formatCount(counts.shown)} of ${countOf(counts.total, "task")}` : "";
  return (
    <div className={filtered ? classes.chips : undefined}>
      {filtered && (
        <FilterChips
          label="Filters"
          chips={filterLabels(filters, names)}
          onRemove={(name) => {
            dispatch(filterChosen({ name, value: "" }));
            focusFilterButton();
          }}
        />
      )}
      <LiveText text={text} className={classes.found} />
      {filtered && (
        <>
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              dispatch(filtersReset());
              focusFilterButton();
            }}
          >
            Reset
          </Button>
          <Link
            className={classes.toList}
            to={paths.tasks + writeAddress({ filters, sort: "", page: 1 })}
          >
            Show in the list
          </Link>
        </>
      )}
    </div>
  );
}
