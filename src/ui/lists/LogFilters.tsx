import type { ReactNode } from "react";
import { countFilters } from "#lib/filters/view.ts";
import { Button } from "#ui/button/Button.tsx";
import { FiltersInSheet } from "#ui/filters/FiltersInSheet.tsx";
import classes from "./log.module.css";

/** The filters of a log, and the button that clears them. */
export function LogFilters({
  filters,
  onReset,
  children,
}: {
  filters: object;
  onReset: () => void;
  children: ReactNode;
}) {
  return (
    <FiltersInSheet count={countFilters(filters)}>
      <search className={classes.filters}>
        {children}
        <Button onClick={onReset}>Reset</Button>
      </search>
    </FiltersInSheet>
  );
}
