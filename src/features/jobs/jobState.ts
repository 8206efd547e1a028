import { createAction } from "@reduxjs/toolkit";
import type { RunProgress } from "#contract/shapes/run.ts";

/** The time in ms between two requests for the state of work that is under way. */
export const POLL_MS = 1_000;

/** Whether the server works on a bulk action. */
export const isUnderWay = ({ state }: Pick<RunProgress, "state">): boolean =>
  state === "running" || state === "undoing";

/**
 * The number of items of a bulk action or its undo, and how many of them it has reached. Those that need
 * no change count too: they are found on the way, and the total stays.
 */
export function progressOf({ state, counts }: Pick<RunProgress, "state" | "counts">): {
  reached: number;
  total: number;
} {
  const { waiting, done, unchanged, left_out, refused, undone, kept } = counts;
  const reached = state === "undoing" ? undone + kept : done + unchanged + left_out + refused;
  return { reached, total: reached + (state === "undoing" ? done : waiting) };
}

/** The window has shown the end of long work. The payload is the id of the inbox item that tells it. */
export const jobEndSeen = createAction<string>("jobs/endSeen");
