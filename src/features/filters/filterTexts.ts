import { type DueRange, dueRangeIn, spanIn } from "#contract/due.ts";
import { NOBODY, valuesOf } from "#contract/task.ts";
import { formatDay } from "#lib/dates/day.ts";
import type { Filters } from "./listQuery.ts";

/** The texts of the ranges. `overdue` is a filter of its own, because links of the dashboard set it. */
export const DUE_LABELS: Readonly<Record<DueRange | "overdue", string>> = {
  overdue: "Overdue",
  today: "Due today",
  week: "Due this week",
  "next-week": "Due next week",
  none: "No due date",
};

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

/** The text of the filter `created_by`. */
export const creatorLabel = (isMe: boolean): string =>
  isMe ? "Created by me" : "Created by one person";

/** The text of the filter `delegated`: tasks that their creator waits for. */
export const DELEGATED_LABEL = "Waiting on others";

/** The names of people and teams in the chips' texts, as far as they are known. */
export interface ChipNames {
  myId: string | undefined;
  people?: ReadonlyMap<string, string>;
  teams: Readonly<Record<string, string>> | undefined;
}

const NAMES_MAX = 2;

function peopleLabel(assignee: string, { myId, people }: ChipNames): string {
  if (assignee === myId) return "My tasks";
  const names = valuesOf(assignee).map((id) => {
    if (id === NOBODY) return "Unassigned";
    return id === myId ? "Me" : (people?.get(id) ?? "One assignee");
  });
  const more = names.length - NAMES_MAX;
  return names.slice(0, NAMES_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function teamLabel(team: string, { teams }: ChipNames): string {
  const name = teams?.[team];
  if (team === NOBODY) return "No team";
  return name ? `Team ${name}` : "One team";
}

/** The text of each filter that has a chip, in the order of the chips. */
const CHIP_TEXTS = {
  assignee: peopleLabel,
  priority: (priority: string) => `${valuesOf(priority).join(" or ")} priority`,
  overdue: () => DUE_LABELS.overdue,
  due: dueLabel,
  team: teamLabel,
  created_by: (id: string, { myId }: ChipNames) => creatorLabel(id === myId),
  delegated: () => DELEGATED_LABEL,
};

type ChipFilter = keyof typeof CHIP_TEXTS;

const CHIPS = Object.keys(CHIP_TEXTS) as ChipFilter[];

/** Those of these filters that are set, each with its text. */
export const filterChips = <Name extends ChipFilter>(
  filters: Filters,
  names: ChipNames,
  shown: readonly Name[],
): (readonly [Name, string])[] =>
  CHIPS.filter(
    (name): name is Name => shown.some((one) => one === name) && filters[name] !== "",
  ).map((name) => [name, CHIP_TEXTS[name](filters[name], names)] as const);
