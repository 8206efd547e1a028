import type { TaskRun, TaskRunChange } from "#contract/taskRun.ts";
import { formatDay } from "#lib/dates/day.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { RunWords } from "./runWords.ts";

/** The changed field and its new value in words; null if the field is cleared. */
function changeIn({ status, priority, due_date, assignee, team }: TaskRunChange) {
  if (status !== undefined) return { field: "status", to: status };
  if (priority !== undefined) return { field: "priority", to: priority };
  if (due_date !== undefined) return { field: "due date", to: due_date && formatDay(due_date) };
  if (assignee !== undefined) return { field: "assignee", to: assignee?.name ?? null };
  return { field: "team", to: team?.name ?? null };
}

const tasksOf = (count: number): string => countOf(count, "task");

/** The words of a bulk action on tasks. */
export function taskRunWords({ action, change, from }: TaskRun): RunWords {
  const common = {
    items: "task",
    undoing: (count: number) => `Changing ${tasksOf(count)} back`,
    undone: (count: number) => `${tasksOf(count)} changed back`,
  } as const;
  if (action === "delete") {
    return {
      items: "task",
      noun: "deletion",
      title: (count) => `Delete ${tasksOf(count)}`,
      progress: (count) => `Deleting ${tasksOf(count)}`,
      done: (count) => `${tasksOf(count)} deleted`,
      undoing: (count) => `Restoring ${tasksOf(count)}`,
      undone: (count) => `${tasksOf(count)} restored`,
    };
  }
  if (action === "hand_over") {
    const name = from?.name ?? "a user";
    return {
      ...common,
      noun: "hand-over",
      title: (count) => `Hand over ${tasksOf(count)} of ${name}`,
      progress: (count) => `Handing over ${tasksOf(count)} of ${name}`,
      done: (count) => `${tasksOf(count)} of ${name} handed over`,
    };
  }
  const { field, to } = changeIn(change);
  const subject = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  return {
    ...common,
    noun: "change",
    title: (count) =>
      to === null
        ? `Remove the ${field} of ${tasksOf(count)}`
        : `Change the ${field} of ${tasksOf(count)} to ${to}`,
    progress: (count) => `Changing the ${field} of ${tasksOf(count)}`,
    done: (count) =>
      to === null
        ? `${subject} of ${tasksOf(count)} removed`
        : `${subject} of ${tasksOf(count)} changed to ${to}`,
  };
}
