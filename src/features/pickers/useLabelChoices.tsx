import { useState } from "react";
import { useDispatch } from "react-redux";
import { groupKey, LABEL_NAME_MAX, labelKey } from "#contract/label.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import type { SetChange } from "#contract/taskFields.ts";
import { labelChanges } from "#features/labels/labelChanges.ts";
import { labelOption } from "#features/labels/labelOption.tsx";
import type { ShownLabel } from "#features/labels/labelsApi.ts";
import { useLabels } from "#features/labels/useLabels.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import type { PickerOption, TypedOption } from "#ui/picker/findOptions.ts";

type OnChoose = (change: { labels: SetChange }, word: string) => void;

/**
 * The labels to choose for tasks, one after the other, and what the user types as a new one. A label takes
 * the place of another one of its group.
 */
export function useLabelChoices(
  tasks: readonly TaskSummary[],
  isWanted: boolean,
  choose: OnChoose,
): { options: PickerOption[]; typing: TypedOption } {
  const dispatch = useDispatch<StoreDispatch>();
  const labels = useLabels(isWanted) ?? [];
  /** The choices since the picker was opened, before the tasks show them. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const has = (id: string) =>
    chosen.get(id) ?? (tasks.length > 0 && tasks.every((task) => task.labels?.includes(id)));

  function toggle(label: ShownLabel, isOn: boolean) {
    const { id, name } = label;
    const group = groupKey(name);
    const others = labels.filter(
      (one) => isOn && one.id !== id && group !== null && groupKey(one.name) === group,
    );
    const replaced = others.filter(
      (one) => has(one.id) || tasks.some((task) => task.labels?.includes(one.id)),
    );
    setChosen(new Map([...chosen, ...others.map((one) => [one.id, false] as const), [id, isOn]]));
    const remove = isOn ? replaced.map((one) => one.id) : [id];
    choose(
      { labels: { add: isOn ? [id] : [], remove } },
      isOn ? `The label ${name} is added` : `The label ${name} is removed`,
    );
  }

  async function create(name: string) {
    const { data } = await dispatch(labelChanges.endpoints.createLabel.initiate({ name }));
    if (data) toggle(data, true);
  }

  const options = labels.map((label) => ({
    ...labelOption(label, has(label.id), () => toggle(label, !has(label.id))),
    staysOpen: true,
  }));
  const typing: TypedOption = {
    hint: "Find or create a label…",
    comesLast: true,
    optionFor(text) {
      const name = text.trim();
      if (name === "" || Array.from(name).length > LABEL_NAME_MAX) return null;
      if (labels.some((label) => labelKey(label.name) === labelKey(name))) return null;
      const label = `Create “${name}”`;
      return { key: "new", label, staysOpen: true, onSelect: () => void create(name) };
    },
  };
  return { options, typing };
}
