import { dayNumber, GONE, KINDS } from "./taskKinds.ts";
import type { TaskTable } from "./taskTable.ts";

/** What tasks are looked for by; what is undefined leaves all. */
export interface TaskFilter {
  status?: string | undefined;
  priority?: string | undefined;
  assignee?: string | undefined;
  team?: string | undefined;
  /** Not done, and due before this day. */
  overdueOn?: string | undefined;
  /** Not done, and due on this day. */
  due?: string | undefined;
}

const ANYBODY = -3;
const LAST_DAY = 99_991_231;

/** Whether all tasks pass. */
export const isEmpty = (filter: TaskFilter) =>
  Object.values(filter).every((value) => value === undefined);

/** A function that tells whether the task of a slot passes a filter. */
export function filterOn(
  { kinds, dues, assignees, teams, people, groups }: TaskTable,
  { status, priority, assignee, team, overdueOn, due }: TaskFilter,
): (slot: number) => boolean {
  const open = overdueOn !== undefined || due !== undefined;
  const wanted = Uint8Array.from([...KINDS, undefined], (kind) => {
    if (!kind || (open && kind.status === "Done")) return 0;
    if (status !== undefined && kind.status !== status) return 0;
    return priority === undefined || kind.priority === priority ? 1 : 0;
  });
  const first = due === undefined ? Number(open) : dayNumber(due);
  const last = Math.min(
    due === undefined ? LAST_DAY : dayNumber(due),
    overdueOn === undefined ? LAST_DAY : dayNumber(overdueOn) - 1,
  );
  const person = assignee === undefined ? ANYBODY : people.find(assignee);
  const group = team === undefined ? ANYBODY : groups.find(team);
  return (slot) => {
    if (wanted[kinds[slot] ?? GONE] !== 1) return false;
    if (person !== ANYBODY && assignees[slot] !== person) return false;
    if (group !== ANYBODY && teams[slot] !== group) return false;
    const day = dues[slot] ?? 0;
    return day >= first && day <= last;
  };
}
