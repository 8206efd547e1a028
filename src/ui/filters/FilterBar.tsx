import { type ReactNode, useRef } from "react";
import type { BarEvent, FiltersState } from "#lib/filters/filtersMachine.ts";
import type { View } from "#lib/filters/view.ts";
import classes from "./FilterBar.module.css";
import { type ChipTexts, FilterChips } from "./FilterChips.tsx";

/** The filters of a screen, and what sends an event to them. */
export interface ScreenFilters<Filters> {
  view: FiltersState<View<Filters>>;
  send: (event: BarEvent<Filters>) => void;
}

/** The values of a screen's filters and what sets one of them, for the controls of its bar. */
export const controlsOf = <Filters extends object>({ view, send }: ScreenFilters<Filters>) => ({
  filters: view.query.filters,
  onChoose: (name: Exclude<keyof Filters, "search">, value: string) =>
    send({ type: "filterChosen", name, value }),
});

/** The filters of a screen: the controls, and below them the set filters as chips. */
export function FilterBar<Filters extends object>({
  view,
  send,
  texts,
  onLeave,
  beside,
  rowClass,
  children,
}: ScreenFilters<Filters> & {
  texts: ChipTexts<Filters>;
  /** Moves the focus from a chip that will be removed: by default to the next chip, or to the bar. */
  onLeave?: () => void;
  /** What stands beside the chips. */
  beside?: ReactNode;
  rowClass?: string | undefined;
  children: ReactNode;
}) {
  const bar = useRef<HTMLElement>(null);
  const first = () => bar.current?.querySelector<HTMLElement>("input, select, button");
  return (
    <>
      <search ref={bar} className={classes.bar}>
        {children}
      </search>
      <FilterChips
        filters={view.query.filters}
        texts={texts}
        onRemove={(name) => send({ type: "filterChosen", name, value: "" })}
        onLeave={onLeave ?? ((chip) => (chip ?? first())?.focus())}
        className={rowClass ?? classes.row}
      >
        {beside}
      </FilterChips>
    </>
  );
}
