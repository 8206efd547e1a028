import { X } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import { TASK_STATUSES } from "#contract/task.ts";
import { selectBoardFilters } from "#features/board/filter/boardFilterSelectors.ts";
import { boardFiltersSlice } from "#features/board/filter/boardFiltersSlice.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { filterLabels } from "#features/board/filter/filterLabels.ts";
import { useLabelNames } from "#features/board/filter/useLabelNames.ts";
import chips from "#features/filters/FilterChips.module.css";
import { writeAddress } from "#features/filters/listQuery.ts";
import { countOf, formatCount } from "#lib/formatCount.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/Button.tsx";
import { Link } from "#ui/Link.tsx";
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

/** What the board's filters are set to, how many cards that leaves, and the ways out. */
export function BoardFilterChips({ filtered }: { filtered: FilteredBoard | null }) {
  const dispatch = useDispatch();
  const filters = useSelector(selectBoardFilters);
  const names = useLabelNames(filters.team !== "");
  const counts = filtered && countCards(filtered);
  const text = counts ? `${formatCount(counts.shown)} of ${countOf(counts.total, "task")}` : "";
  return (
    <div className={filtered ? classes.chips : undefined}>
      {filtered && (
        <ul className={chips.chips} aria-label="Filters">
          {filterLabels(filters, names).map(([name, label]) => (
            <li key={name}>
              <button
                type="button"
                className={chips.chip}
                aria-label={`Remove filter: ${label}`}
                onClick={() => {
                  dispatch(filterChosen({ name, value: "" }));
                  focusFilterButton();
                }}
              >
                {label}
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <output className={classes.found}>{text}</output>
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
