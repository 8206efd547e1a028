import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useDispatch } from "react-redux";
import {
  groupKey,
  LABEL_NAME_MAX,
  labelKey,
  TASK_LABELS_MAX,
  TOO_MANY_LABELS,
} from "#contract/label.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { changedSet, type SetChange } from "#contract/taskFields.ts";
import { labelChanges, takenLabel } from "#features/labels/labelChanges.ts";
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
  tasks: readonly Pick<TaskSummary, "labels">[],
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
    const isFull = ({ labels: own = [] }: Pick<TaskSummary, "labels">) => {
      const of = (wanted: boolean) =>
        [...chosen].flatMap(([one, on]) => (on === wanted ? one : []));
      const before = changedSet(own, { add: of(true), remove: of(false) });
      const after = changedSet(before, { add: [id], remove: others.map((one) => one.id) });
      return after.length > TASK_LABELS_MAX;
    };
    if (isOn && tasks.some(isFull)) {
      toast.error(TOO_MANY_LABELS, { id: TOO_MANY_LABELS });
      return;
    }
    setChosen(new Map([...chosen, ...others.map((one) => [one.id, false] as const), [id, isOn]]));
    const remove = isOn ? replaced.map((one) => one.id) : [id];
    choose(
      { labels: { add: isOn ? [id] : [], remove } },
      isOn ? `The label ${name} is added` : `The label ${name} is removed`,
    );
  }

  async function create(name: string) {
    const { data, error } = await dispatch(labelChanges.endpoints.createLabel.initiate({ name }));
    const label = data ?? takenLabel(error);
    if (label) toggle(label, true);
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
