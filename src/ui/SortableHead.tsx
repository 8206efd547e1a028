import { ArrowDown, ArrowUp } from "lucide-react";
import classes from "./SortableHead.module.css";

/** The head of a column that sorts its table. */
export function SortableHead({
  label,
  className,
  direction,
  onSort,
}: {
  label: string;
  className: string | undefined;
  /** Undefined while the table is sorted by another column. */
  direction: "ascending" | "descending" | undefined;
  onSort: () => void;
}) {
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className={classes.sorter} onClick={onSort}>
        {label}
        <Arrow aria-hidden="true" className={direction ? undefined : classes.idle} />
      </button>
    </th>
  );
}
