import { useEffect, useLayoutEffect } from "react";
import { useSelector } from "react-redux";
import {
  boardFiltersEvent,
  selectBoardFilters,
  selectBoardFiltersState,
} from "#features/board/filter/boardFiltersSlice.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { useFilteredBoard } from "#features/board/filter/useFilteredBoard.ts";
import { FullScreenButton } from "#features/board/standUp/FullScreenButton.tsx";
import { SLOT } from "#features/dragging/slots.ts";
import { ExportTasks } from "#features/exports/ExportTasks.tsx";
import { FilterPanel } from "#features/filters/FilterPanel.tsx";
import { BOARD_VIEW, toTaskQuery } from "#features/filters/listQuery.ts";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { useFiltersInAddress } from "#lib/filters/useFiltersInAddress.ts";
import { countFilters } from "#lib/filters/view.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { controlsOf } from "#ui/filters/FilterBar.tsx";
import { FilterOpener } from "#ui/filters/FilterOpener.tsx";
import { SearchForm } from "#ui/filters/SearchForm.tsx";
import classes from "./BoardFilter.module.css";

/** The cards are filtered at every key; the address follows when the user pauses. */
const BOARD = {
  path: paths.board,
  spec: BOARD_VIEW,
  select: selectBoardFiltersState,
  event: boardFiltersEvent,
};

/**
 * The board's filters: a search box, and a button that opens the others. Their code loads after the
 * cards, and passes the filtered board to the page.
 */
export function BoardFilter({
  today,
  onFilter,
}: {
  today: string;
  /** Gets the filtered board, or null without filters. */
  onFilter: (board: FilteredBoard | null) => void;
}) {
  const [view, send] = useFiltersInAddress(BOARD);
  const board = useFilteredBoard(today);
  // Before the paint, so that the user never sees cards that the filters leave out.
  useLayoutEffect(() => onFilter(board), [board, onFilter]);
  useEffect(() => () => onFilter(null), [onFilter]);

  const isOurs = useSelector(selectHasExtensions);
  const filters = useSelector(selectBoardFilters);
  const { search: _, label_match: __, ...others } = filters;
  const count = countFilters(others);
  return (
    <div className={classes.bar}>
      <search className={classes.search}>
        <SearchForm
          {...{ view, send }}
          label="Search the board"
          placeholder="Search the board"
          onSubmit={() => document.querySelector<HTMLElement>(`${SLOT} a`)?.focus()}
        />
      </search>
      <FilterOpener
        label="Filter the board"
        text={
          <>
            Filter
            {count > 0 && (
              <span className={classes.badge}>
                {count}
                <span className="visually-hidden"> set</span>
              </span>
            )}
          </>
        }
        className={cx(classes.opener, count > 0 && classes.set)}
      >
        <FilterPanel {...controlsOf({ view, send })} />
      </FilterOpener>
      <FullScreenButton className={classes.fullScreen} />
      <span className={classes.export}>
        {isOurs && <ExportTasks size="md" query={toTaskQuery({ filters, sort: "", page: 1 })} />}
      </span>
    </div>
  );
}
