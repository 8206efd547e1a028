import { isAction, type Middleware, type UnknownAction } from "@reduxjs/toolkit";
import type { RootState } from "#app/state/rootReducer.ts";
import { installedSlices } from "#lib/storeParts.ts";

export interface LoggedAction {
  action: UnknownAction;
  /** When it was dispatched, in ms. */
  at: number;
  /** The slices of the layout and the pages that had been added. */
  slices: readonly string[];
  after: RootState;
}

const MAX_ACTIONS = 200;

let before: RootState | null = null;
let logged: LoggedAction[] = [];

/** The last 200 actions of the page's store, and the state before the first; null without a store. */
export const readActionLog = () => before && { before, actions: logged };

/** Keeps the last 200 actions for a bug report. The states share most of their objects. */
export const logActions: Middleware<object, RootState> = ({ getState }) => {
  before = null;
  logged = [];
  return (next) => (action) => {
    before ??= getState();
    const slices = installedSlices();
    const result = next(action);
    if (!isAction(action)) return result;
    logged.push({ action, at: Date.now(), slices, after: getState() });
    if (logged.length > MAX_ACTIONS) before = logged.shift()?.after ?? before;
    return result;
  };
};
