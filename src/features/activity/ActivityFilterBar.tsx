import type { ActivityEntry } from "#contract/activity.ts";
import type { HistoryKind } from "#contract/taskHistory.ts";
import { HISTORY_KINDS } from "#contract/taskHistory.ts";
import { personOption, usePeople } from "#features/users/usePeople.tsx";
import { countFilters } from "#lib/filters/view.ts";
import { Button } from "#ui/button/Button.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { FiltersInSheet } from "#ui/filters/FiltersInSheet.tsx";
import log from "#ui/lists/log.module.css";
import { PickerField } from "#ui/picker/PickerField.tsx";
import type { ActivityFilters } from "./activityView.ts";

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
export function ActivityFilterBar({
  filters,
  entries,
  onChoose,
  onReset,
}: {
  filters: ActivityFilters;
  entries: readonly ActivityEntry[];
  onChoose: (name: keyof ActivityFilters, value: string) => void;
  onReset: () => void;
}) {
  const people = usePeople();
  const { scope, actor, kind } = filters;
  const actorName =
    people.find(({ id }) => id === actor)?.name ??
    entries.find((entry) => entry.actor.id === actor)?.actor.name ??
    "Someone else";
  return (
    <FiltersInSheet count={countFilters(filters)}>
      <search className={log.filters}>
        <FilterSelect label="Tasks" value={scope} onChoose={(value) => onChoose("scope", value)}>
          <option value="">Everything</option>
          <option value="mine">My tasks</option>
          <option value="teams">My teams&apos; tasks</option>
        </FilterSelect>
        <PickerField
          label="Done by"
          isSet={actor !== ""}
          value={actor ? actorName : ANYONE}
          options={() => [
            {
              key: "",
              label: ANYONE,
              checked: actor === "",
              onSelect: () => onChoose("actor", ""),
            },
            ...people.map((one) =>
              personOption(one, one.id === actor, () => onChoose("actor", one.id)),
            ),
          ]}
        />
        <FilterSelect
          label="Kind of change"
          value={kind}
          onChoose={(value) => onChoose("kind", value)}
        >
          <option value="">All changes</option>
          {HISTORY_KINDS.map((one) => (
            <option key={one} value={one}>
              {KIND_LABELS[one]}
            </option>
          ))}
        </FilterSelect>
        <Button onClick={onReset}>Reset</Button>
      </search>
    </FiltersInSheet>
  );
}
