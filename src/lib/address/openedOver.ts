import type { Location } from "react-router-dom";

/** The address of the screen that stays visible behind a task. */
export type Background = Pick<Location, "pathname" | "search">;

/** The state of the history entry of a task that opens over this screen. */
export const openedOver = ({ pathname, search }: Background) => ({
  background: { pathname, search },
});

/** The state of the history entry of a task that was opened from the list, which is the entry before it. */
export const OPENED_FROM_LIST = { isFromList: true };

export const isFromList = (state: unknown): boolean =>
  (Object(state) as Partial<typeof OPENED_FROM_LIST>).isFromList === true;

/** The screen behind a task, if the history entry has one. */
export function backgroundIn(state: unknown): Background | null {
  const { background } = Object(state) as Partial<ReturnType<typeof openedOver>>;
  return background ?? null;
}
