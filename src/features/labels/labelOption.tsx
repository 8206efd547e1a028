import { groupOf } from "#contract/label.ts";
import type { PickerOption } from "#ui/picker/findOptions.ts";
import { LabelDot } from "./LabelDot.tsx";
import type { ShownLabel } from "./labelsApi.ts";

function groupIn(name: string): PickerOption["group"] {
  const group = groupOf(name);
  return group === null
    ? undefined
    : { name: group, label: name.slice(name.indexOf(":") + 1).trim() };
}

/** A label as an option of a picker or a filter, under its group. */
export const labelOption = (
  { id, name, color }: ShownLabel,
  checked: boolean,
  onSelect: () => void,
): PickerOption => ({
  key: id,
  label: name,
  group: groupIn(name),
  icon: <LabelDot color={color} />,
  checked,
  onSelect,
});
