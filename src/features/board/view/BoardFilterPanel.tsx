import type { RefObject } from "react";
import { useDispatch, useSelector } from "react-redux";
import { selectBoardFilters } from "#features/board/filter/boardFilterSelectors.ts";
import { boardFiltersSlice } from "#features/board/filter/boardFiltersSlice.ts";
import { FilterPanel } from "#features/filters/FilterPanel.tsx";

const { filterChosen } = boardFiltersSlice.actions;

/** The filters beside the board's search: whose tasks, when due, which priority and team. */
export function BoardFilterPanel({
  anchor,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const dispatch = useDispatch();
  const filters = useSelector(selectBoardFilters);
  return (
    <FilterPanel
      label="Filter the board"
      anchor={anchor}
      filters={filters}
      onChoose={(name, value) => dispatch(filterChosen({ name, value }))}
      onClose={onClose}
    />
  );
}
