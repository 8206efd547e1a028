import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { dueRangeIn, spanIn } from "#contract/dueFilter.ts";
import { NOBODY, valuesOf } from "#contract/task.ts";
import { TEAMS_MAX } from "#contract/team.ts";
import { USERS_MAX } from "#contract/user.ts";
import { labelText } from "#features/labels/LabelFilterText.tsx";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { useUserNames } from "#features/users/useUserNames.ts";
import { formatDay } from "#lib/dates/day.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import type { ChipTexts } from "#ui/filters/FilterChips.tsx";
import { creatorLabel, DELEGATED_LABEL, DUE_LABELS } from "./filterTexts.ts";
import type { Filters } from "./listQuery.ts";

/** The text of any value of the filter `due`. */
function dueLabel(due: string): string {
  const range = dueRangeIn(due);
  if (range) return DUE_LABELS[range];
  const span = spanIn(due);
  if (!span) return `Open and due ${formatDay(due)}`;
  const { from, to } = span;
  if (from && to) return `Due ${formatDay(from)} – ${formatDay(to)}`;
  return from ? `Due from ${formatDay(from)}` : `Due until ${formatDay(to ?? "")}`;
}

/** The names of people and teams in the chips' texts, as far as they are known. */
interface ChipNames {
  myId: string | undefined;
  people: ReadonlyMap<string, string>;
  teams: Readonly<Record<string, string>> | undefined;
}

const NAMES_MAX = 2;

/** Marks a filter that matches nothing, because what it names was deleted. */
const deleted = (text: string): ReactNode => (
  <>
    <TriangleAlert aria-hidden="true" />
    <span>{text}</span>
  </>
);

const GONE = "Deleted user";

function peopleLabel(assignee: string, { myId, people }: ChipNames): ReactNode {
  if (assignee === myId) return "My tasks";
  const names = valuesOf(assignee).map((id) => {
    if (id === NOBODY) return "Unassigned";
    const isGone = people.size > 0 && people.size < USERS_MAX && !people.has(id);
    return id === myId ? "Me" : (people.get(id) ?? (isGone ? GONE : "One assignee"));
  });
  const more = names.length - NAMES_MAX;
  const text = names.slice(0, NAMES_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return names.includes(GONE) ? deleted(text) : text;
}

function teamLabel(team: string, { teams }: ChipNames): ReactNode {
  const name = teams?.[team];
  if (team === NOBODY) return "No team";
  if (name) return `Team ${name}`;
  return teams && Object.keys(teams).length < TEAMS_MAX ? deleted("Deleted team") : "One team";
}

/** The texts of the chips of tasks' filters. */
export function useChipTexts(filters: Filters): ChipTexts<Filters> {
  const people = useUserNames();
  const teams = useTeamNames(filters.team !== "");
  const myId = useSelector(selectStoredUser)?.id;
  const names = { myId, people, teams };
  return {
    assignee: (assignee) => peopleLabel(assignee, names),
    priority: (priority) => `${valuesOf(priority).join(" or ")} priority`,
    status: (status) => valuesOf(status).join(" or "),
    overdue: () => DUE_LABELS.overdue,
    due: dueLabel,
    team: (id) => teamLabel(id, names),
    label: labelText(filters),
    created_by: (id) => creatorLabel(id === myId),
    delegated: () => DELEGATED_LABEL,
  };
}
