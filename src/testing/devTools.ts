import type { StoreEnhancer, UnknownAction } from "@reduxjs/toolkit";
import type { devTools } from "#app/devtools/devtools.ts";

/*
 * A fake of the Redux DevTools extension that records actions and exports the same log file. Redux
 * Toolkit looks for the extension when it is loaded, so a test must import this file first.
 */

/** Typed as the app's name, so that both stay the same. */
const NAME: (typeof devTools)["name"] = "Taskdeck";

type Options = Pick<
  typeof devTools,
  "name" | "actionSanitizer" | "stateSanitizer" | "predicate"
> & {
  features: { export: boolean | "custom" };
};

/** The extension's state, which its export contains. */
interface Lifted {
  actionsById: Record<number, { type: "PERFORM_ACTION"; action: UnknownAction; timestamp: number }>;
  nextActionId: number;
  /** The actions since the committed state. The first one stands for that state. */
  stagedActionIds: number[];
  skippedActionIds: number[];
  committedState: unknown;
  currentStateIndex: number;
  computedStates: { state: unknown }[];
  isLocked: boolean;
  isPaused: boolean;
}

let lifted: Lifted | undefined;
let options: Options | undefined;

function begin(state: unknown): void {
  const action = { type: "@@INIT" };
  lifted = {
    actionsById: { 0: { type: "PERFORM_ACTION", action, timestamp: Date.now() } },
    nextActionId: 1,
    stagedActionIds: [0],
    skippedActionIds: [],
    committedState: state,
    currentStateIndex: 0,
    computedStates: [{ state }],
    isLocked: false,
    isPaused: false,
  };
}

function record(action: UnknownAction, state: unknown): void {
  if (!lifted) return;
  const id = lifted.nextActionId;
  lifted.actionsById[id] = { type: "PERFORM_ACTION", action, timestamp: Date.now() };
  lifted.stagedActionIds.push(id);
  lifted.computedStates.push({ state });
  lifted.currentStateIndex += 1;
  lifted.nextActionId += 1;
}

const recording: StoreEnhancer = (next) => (reducer, preloaded) => {
  const store = next(reducer, preloaded);
  begin(store.getState());
  return {
    ...store,
    dispatch: (action) => {
      const result = store.dispatch(action);
      record(action, store.getState());
      return result;
    },
  };
};

// Not Redux's `compose`, because importing it would load Redux too early.
const compose = (...enhancers: StoreEnhancer[]): StoreEnhancer =>
  enhancers.reduce((outer, inner) => (next) => outer(inner(next)));

Object.assign(window, {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    (given: Options) =>
    (...enhancers: StoreEnhancer[]) => {
      // The drag-and-drop library has a store too.
      if (given.name !== NAME) return compose(...enhancers);
      options = given;
      return compose(...enhancers, recording);
    },
});

/** The exported file: the extension's state as JSON, sanitised if the app's options demand it. */
export function exportLog(): string {
  if (!lifted || !options) throw new Error("No store has been made");
  const { actionSanitizer, stateSanitizer, features } = options;
  if (features.export !== true) return JSON.stringify(lifted);
  const actions = Object.entries(lifted.actionsById).map(([id, entry]) => [
    id,
    { ...entry, action: actionSanitizer(entry.action) },
  ]);
  return JSON.stringify({
    ...lifted,
    actionsById: Object.fromEntries(actions) as object,
    computedStates: lifted.computedStates.map(({ state }) => ({ state: stateSanitizer(state) })),
  });
}

/** The types of the actions that the extension lists. */
export function shownRows(): string[] {
  if (!lifted || !options) throw new Error("No store has been made");
  const { predicate, actionSanitizer } = options;
  return lifted.stagedActionIds.flatMap((id, index) => {
    const action = lifted?.actionsById[id]?.action;
    const isShown = action && predicate(lifted?.computedStates[index]?.state, action);
    return isShown ? [actionSanitizer(action).type] : [];
  });
}

/** Keeps only the newest actions; the others become part of the committed state. */
export function commitAllBut(kept: number): void {
  if (!lifted) return;
  const excess = Math.max(0, lifted.stagedActionIds.length - 1 - kept);
  for (const id of lifted.stagedActionIds.splice(1, excess)) delete lifted.actionsById[id];
  lifted.computedStates.splice(0, excess);
  lifted.committedState = lifted.computedStates[0]?.state;
  lifted.currentStateIndex -= excess;
}

/** Reads an exported file: the first state, the actions, and the state after each of them. */
export function readLog(json: string): {
  before: unknown;
  actions: UnknownAction[];
  states: unknown[];
} {
  const log = JSON.parse(json) as Lifted;
  const [, ...staged] = log.stagedActionIds.filter((id) => !log.skippedActionIds.includes(id));
  const [, ...states] = log.computedStates.map(({ state }) => state);
  return {
    before: log.committedState,
    actions: staged.flatMap((id) => log.actionsById[id]?.action ?? []),
    states,
  };
}
