import { ACTIVITY_SCOPES, type ActivityEntry } from "#contract/activity.ts";
import type { HistoryKind } from "#contract/taskHistory.ts";
import { HISTORY_KINDS } from "#contract/taskHistory.ts";
import { personOption, usePeople } from "#features/users/usePeople.tsx";
import { Button } from "#ui/Button.tsx";
import { FilterSelect } from "#ui/FilterSelect.tsx";
import log from "#ui/log.module.css";
import { PickerField } from "#ui/picker/PickerField.tsx";
import { type ActivityView, ALL_ACTIVITY } from "./activityAddress.ts";

const KIND_LABELS: Readonly<Record<HistoryKind, string>> = {
  created: "Created",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
  commented: "Commented",
  comment_edited: "Comment edited",
  comment_deleted: "Comment deleted",
};

const ANYONE = "Done by anyone";

/** Filters the activity by tasks, user and kind. */
export function ActivityFilters({
  view,
  entries,
  onChange,
}: {
  view: ActivityView;
  entries: readonly ActivityEntry[];
  onChange: (view: ActivityView) => void;
}) {
  const people = usePeople();
  const { scope, actor, kind } = view;
  const choose = (change: Partial<ActivityView>) => onChange({ ...view, ...change });
  const actorName =
    people.find(({ id }) => id === actor)?.name ??
    entries.find((entry) => entry.actor.id === actor)?.actor.name ??
    "Someone else";
  return (
    <search className={log.filters}>
      <FilterSelect
        label="Tasks"
        value={scope}
        onChoose={(value) => choose({ scope: ACTIVITY_SCOPES.find((one) => one === value) ?? "" })}
      >
        <option value="">Everything</option>
        <option value="mine">My tasks</option>
        <option value="teams">My teams&apos; tasks</option>
      </FilterSelect>
      <PickerField
        label="Done by"
        isSet={actor !== ""}
        value={actor ? actorName : ANYONE}
        options={() => [
          { key: "", label: ANYONE, checked: actor === "", onSelect: () => choose({ actor: "" }) },
          ...people.map((one) =>
            personOption(one, one.id === actor, () => choose({ actor: one.id })),
          ),
        ]}
      />
      <FilterSelect
        label="Kind of change"
        value={kind}
        onChoose={(value) => choose({ kind: HISTORY_KINDS.find((one) => one === value) ?? "" })}
      >
        <option value="">All changes</option>
        {HISTORY_KINDS.map((one) => (
          <option key={one} value={one}>
            {KIND_LABELS[one]}
          </option>
        ))}
      </FilterSelect>
      <Button onClick={() => onChange(ALL_ACTIVITY)}>Reset</Button>
    </search>
  );
}
