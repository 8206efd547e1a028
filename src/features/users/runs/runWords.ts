import { ROLE_LABELS } from "#contract/user.ts";
import type { RunAction, UserRun } from "#contract/userRun.ts";
import { progressOf } from "#features/jobs/jobState.ts";
import { countOf, formatCount } from "#lib/formatCount.ts";

/** What a run's words depend on. */
export type RunSubject = Pick<UserRun, "action" | "role" | "team">;

type Words = (users: string, role: string, team: string) => string;

/** The words of an action: what it is called, its progress, its result, and the same of its undo. */
interface ActionWords {
  title: Words;
  progress: Words;
  done: Words;
  noun: string;
  undoing: Words;
  undone: Words;
}

const ACTIVATE = {
  title: (users: string) => `Activate ${users}`,
  progress: (users: string) => `Activating ${users}`,
  done: (users: string) => `${users} activated`,
};
const DEACTIVATE = {
  title: (users: string) => `Deactivate ${users}`,
  progress: (users: string) => `Deactivating ${users}`,
  done: (users: string) => `${users} deactivated`,
};
const ADD: Pick<ActionWords, "title" | "progress" | "done"> = {
  title: (users, _role, team) => `Add ${users} to ${team}`,
  progress: (users, _role, team) => `Adding ${users} to ${team}`,
  done: (users, _role, team) => `${users} added to ${team}`,
};
const REMOVE: Pick<ActionWords, "title" | "progress" | "done"> = {
  title: (users, _role, team) => `Remove ${users} from ${team}`,
  progress: (users, _role, team) => `Removing ${users} from ${team}`,
  done: (users, _role, team) => `${users} removed from ${team}`,
};
/** Actions without an undo. */
const FINAL = { noun: "", undoing: () => "", undone: () => "" };

const WORDS: Readonly<Record<RunAction, ActionWords>> = {
  activate: {
    ...ACTIVATE,
    noun: "activation",
    undoing: DEACTIVATE.progress,
    undone: DEACTIVATE.done,
  },
  deactivate: {
    ...DEACTIVATE,
    noun: "deactivation",
    undoing: ACTIVATE.progress,
    undone: ACTIVATE.done,
  },
  role: {
    title: (users, role) => `Change the role of ${users} to ${role}`,
    progress: (users, role) => `Changing the role of ${users} to ${role}`,
    done: (users, role) => `Role of ${users} changed to ${role}`,
    noun: "change",
    undoing: (users) => `Changing the role of ${users} back`,
    undone: (users) => `Role of ${users} changed back`,
  },
  add_to_team: { ...ADD, noun: "adding", undoing: REMOVE.progress, undone: REMOVE.done },
  remove_from_team: { ...REMOVE, noun: "removal", undoing: ADD.progress, undone: ADD.done },
  end_sessions: {
    title: (users) => `End the sessions of ${users}`,
    progress: (users) => `Ending the sessions of ${users}`,
    done: (users) => `Sessions of ${users} ended`,
    ...FINAL,
  },
  delete: {
    title: (users) => `Delete ${users}`,
    progress: (users) => `Deleting ${users}`,
    done: (users) => `${users} deleted`,
    ...FINAL,
  },
};

const say = (
  words: Words,
  { role, team }: Pick<RunSubject, "role" | "team">,
  count: number,
): string => words(countOf(count, "user"), role ? ROLE_LABELS[role] : "", team?.name ?? "a team");

/** For example "Deactivate 12 users". */
export const titleOf = (subject: RunSubject, count: number): string =>
  say(WORDS[subject.action].title, subject, count);

/** For example "Deactivating 12 users". */
export function progressLabel(run: UserRun): string {
  const { progress, undoing } = WORDS[run.action];
  return say(run.state === "undoing" ? undoing : progress, run, progressOf(run).total);
}

/** For example "Undo deactivation of 12". */
export const undoLabel = ({ action, counts }: UserRun): string =>
  `Undo ${WORDS[action].noun} of ${formatCount(counts.done)}`;

/** The result of a run or of its undo, such as "4 users deactivated, 2 failed". */
export function summaryOfRun(run: UserRun): string {
  const { state, counts } = run;
  const { done, undone } = WORDS[run.action];
  const isUndone = state === "undone";
  const parts = [say(isUndone ? undone : done, run, isUndone ? counts.undone : counts.done)];
  if (counts.refused > 0 && !isUndone) parts.push(`${formatCount(counts.refused)} failed`);
  const left = isUndone ? counts.kept : counts.waiting;
  if (left > 0) parts.push(`${formatCount(left)} left as they were`);
  return parts.join(", ");
}
