import { ListFilter } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import {
  boardFiltersSlice,
  selectBoardFilters,
  selectBoardFiltersState,
} from "#features/board/filter/boardFiltersSlice.ts";
import type { FilteredBoard } from "#features/board/filter/filterBoard.ts";
import { useFilteredBoard } from "#features/board/filter/useFilteredBoard.ts";
import { ExportTasks } from "#features/exports/ExportTasks.tsx";
import { FilterPanel } from "#features/filters/FilterPanel.tsx";
import { BOARD_VIEW, toTaskQuery } from "#features/filters/listQuery.ts";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { useFiltersInAddress } from "#lib/filters/useFiltersInAddress.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { Button } from "#ui/button/Button.tsx";
import classes from "./BoardFilter.module.css";
import { BoardSearch } from "./BoardSearch.tsx";

const { filterChosen } = boardFiltersSlice.actions;

/** The cards are filtered at every key; the address follows when the user pauses. */
const BOARD = {
  path: paths.board,
  spec: BOARD_VIEW,
  select: selectBoardFiltersState,
  actions: boardFiltersSlice.actions,
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
  const dispatch = useDispatch();
  useFiltersInAddress(BOARD);
  const board = useFilteredBoard(today);
  // Before the paint, so that the user never sees cards that the filters leave out.
  useLayoutEffect(() => onFilter(board), [board, onFilter]);
  useEffect(() => () => onFilter(null), [onFilter]);

  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isOurs = useSelector(selectHasExtensions);
  const filters = useSelector(selectBoardFilters);
  const { assignee, priority, due, overdue, team } = filters;
  const count = [assignee, priority, due, overdue, team].filter((value) => value !== "").length;
  return (
    <div className={classes.bar}>
      <BoardSearch />
      <Button
        ref={button}
        icon={<ListFilter />}
        className={cx(classes.opener, count > 0 && classes.set)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Filter
        {count > 0 && (
          <span className={classes.badge}>
            {count}
            <span className="visually-hidden"> set</span>
          </span>
        )}
      </Button>
      <span className={classes.export}>
        {isOurs && <ExportTasks size="md" query={toTaskQuery({ filters, sort: "", page: 1 })} />}
      </span>
      {open && (
        <FilterPanel
          label="Filter the board"
          anchor={button}
          filters={filters}
          onChoose={(name, value) => dispatch(filterChosen({ name, value }))}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
