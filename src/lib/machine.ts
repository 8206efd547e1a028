import type { UnknownAction } from "@reduxjs/toolkit";

/** Where an event leads: to one state or, depending on the event's details, to one of several. */
type Target<S extends string> = S | { readonly to: readonly S[] };

/** State → event → target. */
type Table<S extends string, E extends string> = {
  readonly [state in S]: { readonly [event in E]?: Target<S> };
};

/** A table in which each event leads from a state to exactly one other. */
export type PlainTable<S extends string, E extends string> = {
  readonly [state in S]: { readonly [event in E]?: S };
};

/** A table whose steps compute the next state from the event's details; `to` lists the possible phases. */
export type StepTable<State extends { phase: string }, Event extends { type: string }> = {
  readonly [P in State["phase"]]: {
    readonly [E in Event["type"]]?: {
      readonly to: readonly State["phase"][];
      readonly next: (
        state: Extract<State, { phase: P }>,
        event: Extract<Event, { type: E }>,
      ) => State;
    };
  };
};

/** The state after the event; undefined if the state doesn't handle the event. */
export function transition<S extends string, E extends string>(
  table: PlainTable<S, E>,
  state: S,
  event: E,
): S | undefined;
export function transition<State extends { phase: string }, Event extends { type: string }>(
  table: StepTable<State, Event>,
  state: State,
  event: Event,
): State | undefined;
export function transition(
  table: object,
  state: string | { phase: string },
  event: string | { type: string },
): unknown {
  // A row belongs to its state and event, which index access cannot express.
  const rows = table as Record<string, Record<string, string | Step | undefined> | undefined>;
  const row = rows[typeof state === "string" ? state : state.phase];
  const target = row?.[typeof event === "string" ? event : event.type];
  return typeof target === "object" ? target.next(state, event) : target;
}

interface Step {
  next: (state: unknown, event: unknown) => unknown;
}

/** Makes a function that finds the machine's event that an action stands for. */
export function eventFinder<E extends string>(
  matchers: Readonly<Record<E, (action: UnknownAction) => boolean>>,
): (action: UnknownAction) => E | undefined {
  const events = Object.keys(matchers) as E[];
  return (action) => events.find((event) => matchers[event](action));
}

/**
 * A state machine as data. Its reducer runs the table, and a test walks it. docs/machines.md is
 * generated from it. In development, events that a state neither handles nor ignores are reported.
 * The texts are for documentation and reports only.
 */
export interface Machine<S extends string = string, E extends string = string> {
  /** A noun with its article, such as "The session". */
  readonly name: string;
  /** Its purpose, in a sentence or two. */
  readonly about: string;
  /** Its file, from the root of the repository. */
  readonly file: string;
  /** The states it can begin in, each with the condition; "" where there is only one. */
  readonly initial: { readonly [state in S]?: string };
  /** Each state, in a short sentence. */
  readonly states: { readonly [state in S]: string };
  /** Each event, in a short sentence. */
  readonly events: { readonly [event in E]: string };
  readonly table: Table<S, E>;
  /**
   * Events that may arrive in a state but change nothing there, such as a late response or a second
   * click. An event neither here nor in the table is illegal.
   */
  readonly ignored: { readonly [state in S]?: readonly E[] };
}

/** The states to which an event may lead; none if the state doesn't handle it. */
export function targetsOf<S extends string, E extends string>(
  { table }: Pick<Machine<S, E>, "table">,
  state: S,
  event: E,
): readonly S[] {
  const target: Target<S> | undefined = table[state][event];
  if (target === undefined) return [];
  return typeof target === "string" ? [target] : target.to;
}

/** Whether a state neither handles nor ignores an event. */
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
