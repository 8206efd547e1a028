import { ListFilter } from "lucide-react";
import { useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { SPAN_MARK, spanIn } from "#contract/due.ts";
import { FilterPanel } from "#features/filters/FilterPanel.tsx";
import { filterChosen, selectListQuery } from "#features/filters/filtersSlice.ts";
import { Button } from "#ui/Button.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./ListTools.module.css";

/** A button that opens the filters beyond the selects: several values, due dates, teams. */
export function MoreFilters() {
  const dispatch = useDispatch();
  const { filters } = useSelector(selectListQuery);
  const [open, setOpen] = useState(false);
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
        More filters
      </Button>
      {open && (
        <FilterPanel
          label="More filters"
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
      <TextInput
        type="date"
        aria-label="Due from"
        value={from}
        onChange={({ target }) => choose([target.value, to])}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        type="date"
        aria-label="Due until"
        value={to}
        onChange={({ target }) => choose([from, target.value])}
      />
    </div>
  );
}
