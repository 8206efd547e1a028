import { formatCount } from "#lib/text/formatCount.ts";
import { progressOf } from "./jobState.ts";
import type { Run } from "./runsApi.ts";
import { taskRunWords } from "./taskRunWords.ts";
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
