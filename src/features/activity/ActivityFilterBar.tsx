import type { ActivityEntry, ActivityScope } from "#contract/activity.ts";
import type { HistoryKind } from "#contract/taskHistory.ts";
import { PersonFilter } from "#features/users/PersonFilter.tsx";
import { type FilterProps, FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { LogFilters } from "#ui/lists/LogFilters.tsx";
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

const SCOPE_LABELS: Readonly<Record<ActivityScope, string>> = {
  mine: "My tasks",
  teams: "My teams' tasks",
};

/** Filters the activity by tasks, user and kind. */
export function ActivityFilterBar({
  entries,
  onReset,
  ...bar
}: Omit<FilterProps<keyof ActivityFilters>, "name"> & {
  entries: readonly ActivityEntry[];
  onReset: () => void;
}) {
  return (
    <LogFilters filters={bar.filters} onReset={onReset}>
      <FilterSelect {...bar} name="scope" label="Tasks" any="Everything" texts={SCOPE_LABELS} />
      <PersonFilter {...bar} name="actor" label="Done by" named={entries.map((one) => one.actor)} />
      <FilterSelect
        {...bar}
        name="kind"
        label="Kind of change"
        any="All changes"
        texts={KIND_LABELS}
      />
    </LogFilters>
  );
}
