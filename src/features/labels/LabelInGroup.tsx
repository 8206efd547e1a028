import { groupKey, labelKey } from "#contract/label.ts";
import { LabelChip } from "./LabelChips.tsx";
import { useLabels } from "./useLabels.ts";

/** The name within its group of the label that a task has of a group. */
export function LabelInGroup({
  ids,
  group,
}: {
  ids: readonly string[] | undefined;
  group: string;
}) {
  const label = useLabels()?.find(
    ({ id, name }) => ids?.includes(id) && groupKey(name) === labelKey(group),
  );
  if (!label) return null;
  const own = label.name.slice(label.name.indexOf(":") + 1).trim();
  return <LabelChip label={{ ...label, name: own }} />;
}
