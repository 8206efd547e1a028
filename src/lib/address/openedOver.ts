import type { Location, To } from "react-router-dom";
import { paths } from "./paths.ts";

/** The address of the screen that stays visible behind a task. */
export type Background = Pick<Location, "pathname" | "search">;

/** The ids of the tasks among which the keys of an open task lead, if the screen behind has no such list. */
export type TaskOrder = readonly string[] | undefined;

/** The state of the history entry of a task that opens over this screen. */
export const openedOver = ({ pathname, search }: Background, order?: TaskOrder) => ({
  background: { pathname, search },
  ...(order && { order }),
});

/** The part of the address of every task's page. */
const TASK = paths.task("");

/**
 * The state of a link's history entry: every link to a task opens it over the present screen. A task's page
 * is no such screen. A new tab and a reload show the task's page.
 */
export const stateOfLink = (to: To, from: Background, order?: TaskOrder) =>
  typeof to === "string" && to.startsWith(TASK) && !from.pathname.startsWith(TASK)
    ? openedOver(from, order)
    : null;

const partsOf = (state: unknown): Partial<ReturnType<typeof openedOver>> => Object(state);

/** The screen behind a task, if the history entry has one. */
export const backgroundIn = (state: unknown): Background | null =>
  partsOf(state).background ?? null;

/** The order of the tasks that the history entry of a task has. */
export const orderIn = (state: unknown): TaskOrder => partsOf(state).order;
