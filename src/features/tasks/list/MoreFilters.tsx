import { ListFilter } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { SPAN_MARK, spanIn } from "#contract/due.ts";
import { FilterPanel } from "#features/filters/FilterPanel.tsx";
import { filterChosen, filtersReset, selectListQuery } from "#features/filters/filtersSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { DayField } from "#ui/picker/DayField.tsx";
import classes from "./ListTools.module.css";

/**
 * A button that opens the filters beyond the selects: several values, due dates, teams.
 *
 * @param props.order on a phone: the controls of the list's order. The sheet then has everything that
 * is beside the search in a wide window.
 */
export function MoreFilters({ order }: { order: ReactNode }) {
  const dispatch = useDispatch();
  const { filters } = useSelector(selectListQuery);
  const [open, setOpen] = useState(false);
  const { search: _, ...others } = filters;
  const count = Object.values(others).filter((value) => value !== "").length;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        icon={<ListFilter />}
        className={classes.more}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {order ? `Filters${count > 0 ? ` (${count})` : ""}` : "More filters"}
      </Button>
      {open && (
        <FilterPanel
          label={order ? "Filters" : "More filters"}
          footer={
            order && (
              <div className={classes.order}>
                {order}
                <Button size="sm" onClick={() => dispatch(filtersReset())}>
                  Reset
                </Button>
              </div>
            )
          }
          anchor={button}
          withStatus
          filters={filters}
          onChoose={(name, value) => dispatch(filterChosen({ name, value }))}
          onClose={() => setOpen(false)}
        >
          <DueSpan />
        </FilterPanel>
      )}
    </>
  );
}

/** The first and the last due date. */
function DueSpan() {
  const dispatch = useDispatch();
  const { from = "", to = "" } = spanIn(useSelector(selectListQuery).filters.due) ?? {};
  const choose = (days: readonly string[]) =>
    dispatch(filterChosen({ name: "due", value: days.join(SPAN_MARK) }));
  return (
    <div className={classes.span}>
      <DayField label="Due from" day={from} empty="From" onChoose={(day) => choose([day, to])} />
      <span aria-hidden="true">–</span>
      <DayField label="Due until" day={to} empty="Until" onChoose={(day) => choose([from, day])} />
    </div>
  );
}
