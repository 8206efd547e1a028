/**
 * Where an event leads: to one state, or, by the event's details, to one of several (which may
 * include the same one). A table may keep what it needs besides, such as the step itself.
 */
export type Target<S extends string> = S | { readonly to: readonly S[] };

/** State → event → where it leads. */
export type Table<S extends string, E extends string> = {
  readonly [state in S]: { readonly [event in E]?: Target<S> };
};

/** A table in which each event leads from a state to one other, whatever its details. */
export type PlainTable<S extends string, E extends string> = {
  readonly [state in S]: { readonly [event in E]?: S };
};

/**
 * A state machine as data. Its reducer runs the table, a test walks it, docs/machines.md is
 * generated from it, and in development an event that a state neither handles nor ignores is
 * reported. Texts are for people; only documentation and reports load them.
 */
export interface Machine<S extends string = string, E extends string = string> {
  /** A noun with its article, such as "The session". */
  readonly name: string;
  /** What it is for, in a sentence or two. */
  readonly about: string;
  /** Where it lives, from the root of the repository. */
  readonly file: string;
  /** The states it can begin in, each with the condition; "" where there is only one. */
  readonly initial: { readonly [state in S]?: string };
  /** Each state, in a short sentence. */
  readonly states: { readonly [state in S]: string };
  /** Each event, in a short sentence. */
  readonly events: { readonly [event in E]: string };
  readonly table: Table<S, E>;
  /**
   * Events that may well arrive in a state and rightly change nothing there: a late answer, a
   * second click. An event neither here nor in the table is illegal.
   */
  readonly ignored: { readonly [state in S]?: readonly E[] };
}

/** The states that an event may lead to; none if the state doesn't handle it. */
export function targetsOf<S extends string, E extends string>(
  { table }: Pick<Machine<S, E>, "table">,
  state: S,
  event: E,
): readonly S[] {
  const target: Target<S> | undefined = table[state][event];
  if (target === undefined) return [];
  return typeof target === "string" ? [target] : target.to;
}

/** Whether a state neither handles an event nor is known to ignore it. */
export function isIllegal<S extends string, E extends string>(
  machine: Pick<Machine<S, E>, "table" | "ignored">,
  state: S,
  event: E,
): boolean {
  if (targetsOf(machine, state, event).length > 0) return false;
  const ignored: readonly E[] = machine.ignored[state] ?? [];
  return !ignored.includes(event);
}

/** How the report of an illegal event begins. */
export const ILLEGAL_EVENT = "Illegal event";
