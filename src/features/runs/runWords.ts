import type { TaskRun, TaskRunChange } from "#contract/shapes/run.ts";
import { progressOf } from "#features/jobs/jobState.ts";
import { formatDay } from "#lib/dates/day.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import type { Run } from "./runsApi.ts";
import { userRunWords } from "./userRunWords.ts";

type Words = (count: number) => string;

/** The words of a bulk action: what it is called, its progress, its result, and the same of its undo. */
export interface RunWords {
  items: "user" | "task";
  /** For "Undo deactivation of 12"; "" if it has no undo. */
  noun: string;
  title: Words;
  progress: Words;
  done: Words;
  undoing: Words;
  undone: Words;
}

/** The words of a bulk action. */
export const wordsOf = (run: Run): RunWords =>
  run.kind === "user" ? userRunWords(run) : taskRunWords(run);

/** For example "Deactivate 12 users". */
export const titleOf = (run: Run): string => wordsOf(run).title(run.total);

/** For example "Deactivating 12 users". */
export function progressLabel(run: Run): string {
  const { progress, undoing } = wordsOf(run);
  return (run.state === "undoing" ? undoing : progress)(progressOf(run).total);
}

/** For example "Undo deactivation of 12". */
export const undoLabel = (run: Run): string =>
  `Undo ${wordsOf(run).noun} of ${formatCount(run.counts.done)}`;

/** The result of a bulk action or of its undo, such as "4 users deactivated, 2 failed". */
export function summaryOfRun(run: Run): string {
  const { state, counts } = run;
  const { done, undone } = wordsOf(run);
  const isUndone = state === "undone";
  const parts = [isUndone ? undone(counts.undone) : done(counts.done)];
  if (counts.refused > 0 && !isUndone) parts.push(`${formatCount(counts.refused)} failed`);
  const left = isUndone ? counts.kept : counts.waiting;
  if (left > 0) parts.push(`${formatCount(left)} left as they were`);
  return parts.join(", ");
}

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
function taskRunWords({ action, change, from }: TaskRun): RunWords {
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
      undoing: (count) => `Giving ${tasksOf(count)} back to ${name}`,
      undone: (count) => `${tasksOf(count)} given back to ${name}`,
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
