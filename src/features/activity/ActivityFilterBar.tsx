import type { ActivityScope } from "#contract/activity.ts";
import type { ActivityEntry } from "#contract/shapes/activity.ts";
import type { HistoryKind } from "#contract/taskHistory.ts";
import { PersonFilter, usePersonText } from "#features/users/PersonFilter.tsx";
import { controlsOf, type ScreenFilters } from "#ui/filters/FilterBar.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { LogFilterBar } from "#ui/filters/LogFilterBar.tsx";
import type { ActivityFilters } from "./activityView.ts";

const KIND_LABELS: Readonly<Record<HistoryKind, string>> = {
  created: "Created",
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
  commented: "Commented",
  comment_edited: "Comment edited",
  comment_deleted: "Comment deleted",
  file_added: "File added",
  file_changed: "File changed",
  file_deleted: "File deleted",
  file_restored: "File restored",
};

const SCOPE_LABELS: Readonly<Record<ActivityScope, string>> = {
  mine: "My tasks",
  teams: "My teams' tasks",
};

/** Filters the activity by tasks, user and kind. */
export function ActivityFilterBar({
  entries,
  ...screen
}: ScreenFilters<ActivityFilters> & { entries: readonly ActivityEntry[] }) {
  const bar = controlsOf(screen);
  const named = entries.map((one) => one.actor);
  const texts = {
    scope: SCOPE_LABELS,
    actor: usePersonText("Done by", named),
    kind: KIND_LABELS,
  };
  return (
    <LogFilterBar {...screen} texts={texts}>
      <FilterSelect {...bar} name="scope" label="Tasks" any="Everything" texts={SCOPE_LABELS} />
      <PersonFilter {...bar} name="actor" label="Done by" named={named} />
      <FilterSelect
        {...bar}
        name="kind"
        label="Kind of change"
        any="All changes"
        texts={KIND_LABELS}
      />
    </LogFilterBar>
  );
}
