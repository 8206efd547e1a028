import { ArrowDown, ArrowUp } from "lucide-react";
import { ariaSort, nextSort } from "#lib/text/sortOrder.ts";
import classes from "./TableHead.module.css";

/** A column of a table. A column without `sort` can't be sorted by. */
export interface TableColumn<Sort> {
  /** Also the name of its class, unless it looks like others. */
  name: string;
  looks?: string;
  label: string;
  /** The order of the first click. The second click reverses it, the third one resets it. */
  sort?: Sort;
}

/** The heads of a table's columns. A click on one sorts the table by it. */
export function TableHead<Sort extends string>({
  columns,
  classes: own,
  hasTicks,
  rowIndex,
  sort,
  onSort,
}: {
  columns: readonly TableColumn<Sort>[];
  classes: Readonly<Record<string, string>>;
  /** Whether the first column has the checkboxes that select rows. */
  hasTicks: boolean;
  /** The index of the row, if the table is not rendered completely. */
  rowIndex?: 1;
  /** The order of the table. */
  sort: Sort;
  /** Gets the next order; "" for the usual one. */
  onSort: (sort: Sort | "") => void;
}) {
  return (
    <thead>
      <tr aria-rowindex={rowIndex}>
        {hasTicks && (
          <th scope="col" className={own["tick"]}>
            <span className="visually-hidden">Select</span>
          </th>
        )}
        {columns.map(({ name, looks = name, label, sort: first }) => {
          const direction = first && ariaSort(first, sort);
          const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
          return (
            <th key={name} scope="col" className={own[looks]} aria-sort={direction}>
              {first === undefined ? (
                label
              ) : (
                <button
                  type="button"
                  className={classes.sorter}
                  onClick={() => onSort(nextSort(first, sort))}
                >
                  {label}
                  <Arrow aria-hidden="true" className={direction ? undefined : classes.idle} />
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
