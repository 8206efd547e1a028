import type { ComponentProps } from "react";
import { LongSelect, type SelectChoice } from "#ui/picker/LongSelect.tsx";
import { useTeamNames } from "./useTeamNames.ts";

/** Chooses a team. Loads the names, for screens that need them only now. */
export function TeamSelect({
  first,
  ...select
}: Omit<ComponentProps<typeof LongSelect>, "label" | "choices"> & {
  /** The choices before the teams. */
  first: readonly SelectChoice[];
}) {
  const names = useTeamNames();
  const teams = Object.entries(names ?? {}).map(([value, label]) => ({ value, label }));
  const isNamed = [...first, ...teams].some(({ value }) => value === select.value);
  const unnamed = isNamed ? [] : [{ value: select.value, label: "One team" }];
  return <LongSelect {...select} label="Team" choices={[...first, ...unnamed, ...teams]} />;
}
