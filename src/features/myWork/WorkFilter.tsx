import type { LabelFilters } from "#features/filters/listQuery.ts";
import { useLabels } from "#features/labels/useLabels.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { controlsOf, type ScreenFilters } from "#ui/filters/FilterBar.tsx";
import { FilterOpener } from "#ui/filters/FilterOpener.tsx";
import { loadFilters } from "#ui/filters/loadFilters.ts";

const LabelGroup = lazyPart(async () => {
  const code = await import(
    /* webpackChunkName: "labelFilter" */ "#features/filters/LabelGroup.tsx"
  );
  return { default: code.LabelGroup };
});
const load = loadFilters(LabelGroup);

/** A button that opens the labels by which the user's work is filtered; nothing without labels. */
export function WorkFilter(screen: ScreenFilters<LabelFilters>) {
  const labels = useLabels();
  const controls = controlsOf(screen);
  if (!labels?.length && !controls.filters.label) return null;
  return (
    <FilterOpener label="Filter by labels" text="Labels" load={load}>
      <LabelGroup {...controls} />
    </FilterOpener>
  );
}
