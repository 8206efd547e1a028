import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { selectListQuery } from "#features/filters/filtersSlice.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { FilterOpener } from "#ui/filters/FilterOpener.tsx";
import { sheetText } from "#ui/filters/FiltersInSheet.tsx";
import { loadFilters } from "#ui/filters/loadFilters.ts";
import classes from "./ListTools.module.css";

const ListFilterPanel = lazyPart(
  () => import(/* webpackChunkName: "listFilters" */ "./ListFilterPanel.tsx"),
);
const load = loadFilters(ListFilterPanel);

/**
 * A button that opens the filters beyond the selects: several values, due dates, teams, labels.
 *
 * @param props.order on a phone: the controls of the list's order. The sheet then has everything that
 * is beside the search in a wide window.
 */
export function MoreFilters({ order }: { order: ReactNode }) {
  const { filters } = useSelector(selectListQuery);
  return (
    <FilterOpener
      label={order ? "Filters" : "More filters"}
      text={order ? sheetText({ ...filters, label_match: "" }) : "More filters"}
      size="sm"
      variant="ghost"
      className={classes.more}
      load={load}
    >
      <ListFilterPanel order={order} />
    </FilterOpener>
  );
}
