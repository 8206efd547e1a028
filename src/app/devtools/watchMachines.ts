import { isAction, type Middleware, type UnknownAction } from "@reduxjs/toolkit";
import { type RootState, rootReducer } from "#app/state/rootReducer.ts";
import { isObject } from "#lib/json.ts";
import { ILLEGAL_EVENT, isIllegal } from "#lib/machine.ts";
import { type MachineEvent, machineEvents } from "./machineEvents.ts";

// oxlint-disable-next-line eslint/no-console -- for developers; production builds drop it
const warn = (text: string): void => console.warn(text);

/** The id of the request whose start or response caused an action. */
function causeOf({ payload, meta }: UnknownAction): string | undefined {
  const ids = [payload, meta].map((part) => (isObject(part) ? part["requestId"] : undefined));
  return ids.find((id) => typeof id === "string");
}

/**
 * Redux DevTools can show an earlier state, in which the app's actions are illegal. Such a state comes
 * without an action, and actions don't change it.
 */
function watchTimeTravel(getState: () => RootState) {
  let last = getState();
  let isTravelling = false;
  let depth = 0;
  return {
    isUnderWay(): boolean {
      // A subscriber may dispatch while an action is still on its way back.
      if (depth === 0 && getState() !== last) isTravelling = true;
      return isTravelling;
    },
    run(next: () => unknown): unknown {
      const before = getState();
      if (depth === 0 && before !== last) isTravelling = true;
      depth += 1;
      try {
        return next();
      } finally {
        depth -= 1;
        last = getState();
        if (last !== before) isTravelling = false;
      }
    },
  };
}

/**
 * Adds the changes of the machines to each action as `meta.machines`, for Redux DevTools. Warns
 * once about each event that a machine's state neither handles nor ignores. For development only:
 * it runs the reducers twice.
 */
export function watchMachines(
  report: (text: string) => void = warn,
): Middleware<object, RootState> {
  const reported = new Set<string>();

  function reportIllegal({ machine, event, from }: MachineEvent): void {
    if (event === undefined || !isIllegal(machine, from, event)) return;
    const text = `${ILLEGAL_EVENT}: ${event} while ${from}. ${machine.name} (${machine.file}) neither handles nor ignores it.`;
    if (!reported.has(text)) report(text);
    reported.add(text);
  }

  return ({ getState }) => {
    const travel = watchTimeTravel(getState);
    return (next) => (action) => {
      if (!isAction(action)) return next(action);
      const before = getState();
      const events = machineEvents(before, rootReducer(before, action), action);
      const run = (dispatched: unknown) => travel.run(() => next(dispatched));
      if (events.length === 0) return run(action);
      if (!travel.isUnderWay()) events.forEach(reportIllegal);
      const cause = causeOf(action);
      const machines = events.map(({ machine, instance, from, to }) => ({
        machine: machine.name,
        instance,
        change: `${from} → ${to}`,
        cause,
      }));
      const meta = "meta" in action && isObject(action.meta) ? action.meta : {};
      return run({ ...action, meta: { ...meta, machines } });
    };
  };
}
