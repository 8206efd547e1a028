import type { ReactNode } from "react";
import { Button } from "#ui/button/Button.tsx";
import { FilterBar, type ScreenFilters } from "./FilterBar.tsx";
import type { ChipTexts } from "./FilterChips.tsx";
import { FiltersInSheet } from "./FiltersInSheet.tsx";

/** The filters of a log, and the button that clears them. */
export function LogFilterBar<Filters extends object>({
  texts,
  children,
  ...screen
}: ScreenFilters<Filters> & { texts: ChipTexts<Filters>; children: ReactNode }) {
  return (
    <FilterBar {...screen} texts={texts}>
      <FiltersInSheet filters={screen.view.query.filters}>
        {children}
        <Button onClick={() => screen.send({ type: "filtersReset" })}>Reset</Button>
      </FiltersInSheet>
    </FilterBar>
  );
}
