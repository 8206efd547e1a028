import { ArrowDown, ArrowUp } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import { selectListQuery, sortChosen } from "#features/filters/filtersSlice.ts";
import { sortOf } from "#features/filters/listQuery.ts";
import { ariaSort, type Column, nextSort } from "./columns.ts";
import classes from "./TaskTable.module.css";

/** The head of a column. A click sorts by the column. */
export function SortHead({ column: { name, label, sort } }: { column: Column }) {
  const dispatch = useDispatch();
  const current = sortOf(useSelector(selectListQuery));
  const className = classes[name];
  if (!sort) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const direction = ariaSort(sort, current);
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        className={classes.sorter}
        onClick={() => dispatch(sortChosen({ sort: nextSort(sort, current) }))}
      >
        {label}
        <Arrow aria-hidden="true" className={direction ? undefined : classes.idle} />
      </button>
    </th>
  );
}
