import { NOBODY, valuesOf } from "#contract/task.ts";
import { DUE_LABELS, dueLabel, teamLabel } from "#features/filters/filterTexts.ts";
import type { FilterName, Filters } from "#features/filters/listQuery.ts";

/** The filters that the board's panel sets. */
type PanelFilter = Exclude<FilterName, "search" | "status" | "created_by" | "delegated">;

/** The names of people and teams for the labels. */
export interface LabelNames {
  myId: string | undefined;
  people: ReadonlyMap<string, string>;
  teams: Readonly<Record<string, string>> | undefined;
}

const NAMES_MAX = 2;

function peopleLabel(assignee: string, { myId, people }: LabelNames): string {
  if (assignee === myId) return "My tasks";
  const names = valuesOf(assignee).map((id) => {
    if (id === NOBODY) return "Unassigned";
    return id === myId ? "Me" : (people.get(id) ?? "One assignee");
  });
  const more = names.length - NAMES_MAX;
  return names.slice(0, NAMES_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The set filters of the panel with their texts, for chips. */
export function filterLabels(
  filters: Filters,
  names: LabelNames,
): (readonly [PanelFilter, string])[] {
  const { assignee, priority, team, due, overdue } = filters;
  const labels: (readonly [PanelFilter, string])[] = [];
  if (assignee) labels.push(["assignee", peopleLabel(assignee, names)]);
  if (priority) labels.push(["priority", `${valuesOf(priority).join(" or ")} priority`]);
  if (overdue) labels.push(["overdue", DUE_LABELS.overdue]);
  if (due) labels.push(["due", dueLabel(due)]);
  if (team) labels.push(["team", teamLabel(team, names.teams?.[team])]);
  return labels;
}
