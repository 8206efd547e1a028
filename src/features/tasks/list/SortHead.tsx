import { useDispatch, useSelector } from "react-redux";
import { selectListQuery, sortChosen } from "#features/filters/filtersSlice.ts";
import { sortOf } from "#features/filters/listQuery.ts";
import { SortableHead } from "#ui/SortableHead.tsx";
import { ariaSort, nextSort, type TableColumn } from "./columns.ts";
import classes from "./TaskTable.module.css";

/** The head of a column. A click sorts by the column. */
export function SortHead({ column: { name, label, sort } }: { column: TableColumn }) {
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
  return (
    <SortableHead
      label={label}
      className={className}
      direction={ariaSort(sort, current)}
      onSort={() => dispatch(sortChosen({ sort: nextSort(sort, current) }))}
    />
  );
}
