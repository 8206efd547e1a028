import { isDraft, original } from "@reduxjs/toolkit";
import { allChanges, type Changes, type ChangesState, type What } from "./change.ts";
import { afterEvent, type Change, type ChangeEvent, SETTLED, type Steps } from "./pendingChange.ts";

/** The value without drafts, if this action has not changed it. Thousands of drafts take long. */
export const plain = <T>(value: T): T => (isDraft(value) ? (original<unknown>(value) as T) : value);

type Apply = (id: string, what: What, event: ChangeEvent) => Change;

/** Applies events to several changes, by a table of steps. It copies the entries once, because thousands may change. */
export function applyEvents(state: ChangesState, steps: Steps, work: (apply: Apply) => void): void {
  const entries: Record<string, Changes> = { ...plain(state.entries) };
  let isChanged = false;
  work((id, what, event) => {
    const { [what]: before = SETTLED, ...others } = entries[id] ?? {};
    const after = afterEvent(steps, before, event);
    if (after === before) return after;
    isChanged = true;
    const next: Changes = after.phase === "settled" ? others : { ...others, [what]: after };
    if (Object.keys(next).length === 0) delete entries[id];
    else entries[id] = next;
    return after;
  });
  if (isChanged) state.entries = entries;
}

/** A confirmed change ends when no response is older than it, neither cached nor awaited. */
export function endShown(state: ChangesState, steps: Steps): void {
  let oldest = Math.min(...Object.values(state.requested).map(({ at }) => at));
  const oldestOf = new Map<string, number>();
  for (const { taskId, requested } of Object.values(state.responses)) {
    if (taskId === null) oldest = Math.min(oldest, requested);
    else oldestOf.set(taskId, Math.min(oldestOf.get(taskId) ?? requested, requested));
  }
  const shown = allChanges(plain(state.entries)).filter(
    ({ id, change }) =>
      change.phase === "confirmed" &&
      change.known.since < Math.min(oldest, oldestOf.get(id) ?? Infinity),
  );
  if (shown.length === 0) return;
  applyEvents(state, steps, (apply) => {
    for (const { id, what } of shown) apply(id, what, { type: "shown" });
  });
}
