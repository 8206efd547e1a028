import { ArrowDown, ArrowUp } from "lucide-react";
import { ariaSort, nextSort } from "#lib/text/sortOrder.ts";
import classes from "./SortableHead.module.css";

/** The head of a column. A click sorts the table by it. */
export function SortableHead<Sort extends string>({
  label,
  className,
  first,
  sort,
  onSort,
}: {
  label: string;
  className: string | undefined;
  /** The order of the first click. Without one, the table can't be sorted by the column. */
  first: Sort | undefined;
  /** The order of the table. */
  sort: Sort;
  /** Gets the next order; "" for the usual one. */
  onSort: (sort: Sort | "") => void;
}) {
  if (first === undefined) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const direction = ariaSort(first, sort);
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        className={classes.sorter}
        onClick={() => onSort(nextSort(first, sort))}
      >
        {label}
        <Arrow aria-hidden="true" className={direction ? undefined : classes.idle} />
      </button>
    </th>
  );
}
