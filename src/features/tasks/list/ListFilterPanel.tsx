import type { ReactNode } from "react";
import { useDispatch, useSelector } from "react-redux";
import { SPAN_MARK, spanIn } from "#contract/dueFilter.ts";
import { FilterPanel } from "#features/filters/FilterPanel.tsx";
import { filtersEvent, selectListQuery } from "#features/filters/filtersSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { DayField } from "#ui/picker/DayField.tsx";
import classes from "./ListTools.module.css";

/** The filters that {@link MoreFilters} opens. */
export default function ListFilterPanel({ order }: { order: ReactNode }) {
  const dispatch = useDispatch();
  const { filters } = useSelector(selectListQuery);
  return (
    <FilterPanel
      footer={
        order && (
          <div className={classes.order}>
            {order}
            <Button size="sm" onClick={() => dispatch(filtersEvent({ type: "filtersReset" }))}>
              Reset
            </Button>
          </div>
        )
      }
      withStatus
      hasSelects={!order}
      filters={filters}
      onChoose={(name, value) => dispatch(filtersEvent({ type: "filterChosen", name, value }))}
    >
      <DueSpan />
    </FilterPanel>
  );
}

/** The first and the last due date. */
function DueSpan() {
  const dispatch = useDispatch();
  const { from = "", to = "" } = spanIn(useSelector(selectListQuery).filters.due) ?? {};
  const choose = (days: readonly string[]) =>
    dispatch(filtersEvent({ type: "filterChosen", name: "due", value: days.join(SPAN_MARK) }));
  return (
    <div className={classes.span}>
      <DayField label="Due from" day={from} empty="From" onChoose={(day) => choose([day, to])} />
      <span aria-hidden="true">–</span>
      <DayField label="Due until" day={to} empty="Until" onChoose={(day) => choose([from, day])} />
    </div>
  );
}
