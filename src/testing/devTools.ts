import type { StoreEnhancer, UnknownAction } from "@reduxjs/toolkit";
import type { devTools } from "#app/devtools/devtools.ts";

/*
 * A fake of the Redux DevTools extension that records actions and exports a log. Redux Toolkit looks
 * for the extension when it is loaded, so a test must import this file first.
 */

/** Typed as the app's name, so that both stay the same. */
const NAME: (typeof devTools)["name"] = "Taskdeck";

type Options = Pick<
  typeof devTools,
  "name" | "actionSanitizer" | "stateSanitizer" | "predicate"
> & {
  features: { export: boolean | "custom" };
};

/** The first state, the actions since then, and the state after each of them. */
interface Log {
  before: unknown;
  actions: UnknownAction[];
  states: unknown[];
}

let recorded: (Log & { options: Options }) | undefined;

const recording =
  (options: Options): StoreEnhancer =>
  (next) =>
  (reducer, preloaded) => {
    const store = next(reducer, preloaded);
    const log: NonNullable<typeof recorded> = {
      options,
      before: store.getState(),
      actions: [],
      states: [],
    };
    recorded = log;
    return {
      ...store,
      dispatch: (action) => {
        const result = store.dispatch(action);
        log.actions.push(action);
        log.states.push(store.getState());
        return result;
      },
    };
  };

// Not Redux's `compose`, because importing it would load Redux too early.
const compose = (...enhancers: StoreEnhancer[]): StoreEnhancer =>
  enhancers.reduce((outer, inner) => (next) => outer(inner(next)));

Object.assign(window, {
  __REDUX_DEVTOOLS_EXTENSION_COMPOSE__:
    (options: Options) =>
    (...enhancers: StoreEnhancer[]) =>
      // The drag-and-drop library has a store too.
      compose(...enhancers, ...(options.name === NAME ? [recording(options)] : [])),
});

function recordedLog() {
  if (!recorded) throw new Error("No store has been made");
  return recorded;
}

/** The exported file: the log as JSON, sanitised if the app's options demand it. */
export function exportLog(): string {
  const { options, before, actions, states } = recordedLog();
  if (options.features.export !== true) return JSON.stringify({ before, actions, states });
  return JSON.stringify({
    before,
    actions: actions.map(options.actionSanitizer),
    states: states.map(options.stateSanitizer),
  });
}

/** Reads an exported file. */
export const readLog = (json: string) => JSON.parse(json) as Log;

/** The types of the actions that the extension lists. */
export function shownRows(): string[] {
  const { options, actions, states } = recordedLog();
  return actions
    .filter((action, index) => options.predicate(states[index], action))
    .map((action) => options.actionSanitizer(action).type);
}

/** Keeps only the newest actions; the others become part of the first state. */
export function commitAllBut(kept: number): void {
  const log = recordedLog();
  const excess = Math.max(0, log.actions.length - kept);
  log.before = log.states[excess - 1] ?? log.before;
  log.actions.splice(0, excess);
  log.states.splice(0, excess);
}
