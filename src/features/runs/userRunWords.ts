import type { UserRunAction } from "#contract/run.ts";
import type { UserRun } from "#contract/shapes/run.ts";
import { ROLE_LABELS } from "#contract/user.ts";
import { countOf } from "#lib/text/formatCount.ts";
import type { RunWords } from "./runWords.ts";

/** What a run's words depend on. */
type RunSubject = Pick<UserRun, "action" | "role" | "team">;

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

const WORDS: Readonly<Record<UserRunAction, ActionWords>> = {
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

/** The words of a bulk action on users. */
export function userRunWords(subject: RunSubject): RunWords {
  const { noun, ...words } = WORDS[subject.action];
  const of = (name: keyof typeof words) => (count: number) => say(words[name], subject, count);
  return {
    items: "user",
    noun,
    title: of("title"),
    progress: of("progress"),
    done: of("done"),
    undoing: of("undoing"),
    undone: of("undone"),
  };
}
