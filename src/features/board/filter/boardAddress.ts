import { type ListQuery, readAddress } from "#features/filters/listQuery.ts";
import type { FilteredScreen } from "#features/filters/useFiltersInAddress.ts";
import { paths } from "#lib/paths.ts";
import { selectBoardFiltersState } from "./boardFilterSelectors.ts";
import { boardFiltersSlice, type WithChangesFilters } from "./boardFiltersSlice.ts";

/**
 * Reads the filters of the board's address. The board has no filter by status or creator, no other
 * order, and no pages.
 */
function readBoardAddress(search: string): ListQuery {
  const { filters } = readAddress(search);
  const ofList = { status: "", created_by: "", delegated: "" };
  return { filters: { ...filters, ...ofList }, sort: "", page: 1 };
}

const { addressOpened, listLeft } = boardFiltersSlice.actions;

/** The board as a screen that has its filters in the address. */
export const BOARD_SCREEN: FilteredScreen<WithChangesFilters> = {
  path: paths.board,
  select: selectBoardFiltersState,
  read: readBoardAddress,
  addressOpened,
  listLeft,
};
