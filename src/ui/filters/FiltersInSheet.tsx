import type { ReactNode } from "react";
import { countFilters } from "#lib/filters/view.ts";
import { SMALL_WINDOW, useMedia } from "#lib/useMedia.ts";
import classes from "./FilterOpener.module.css";
import { FilterOpener } from "./FilterOpener.tsx";

/** The text of the button that opens a sheet with all filters but the search. */
export function sheetText(filters: object): string {
  const count = countFilters({ ...filters, search: "" });
  return count > 0 ? `Filters (${count})` : "Filters";
}

/** The controls of a screen's filters: beside each other, or on a phone in a sheet that a button opens. */
export function FiltersInSheet({ filters, children }: { filters: object; children: ReactNode }) {
  if (!useMedia(SMALL_WINDOW)) return children;
  return (
    <FilterOpener label="Filters" text={sheetText(filters)} size="sm" variant="ghost">
      <div className={classes.controls}>{children}</div>
    </FilterOpener>
  );
}
