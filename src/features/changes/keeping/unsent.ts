import { createSelector } from "@reduxjs/toolkit";
import { selectIsOffline } from "#api/connectionEvents.ts";
import {
  allChanges,
  type ChangesState,
  type NamedChange,
  type StoredChange,
  type WithChanges,
} from "#features/changes/queue/change.ts";
import type { DoneChange } from "#features/changes/queue/history.ts";
import { baselineOf, type PendingChange, wantedIn } from "#features/changes/queue/pendingChange.ts";
import { replaceable } from "#features/changes/queue/steps/saveSteps.ts";
import type { WithQueue } from "#features/changes/shown/waiting.ts";
import { byTime, toStored } from "./listStorage.ts";
import { countStored } from "./outbox.ts";

function storedChange(
  { id, what, change }: NamedChange,
  history: ReadonlyMap<number, DoneChange>,
): StoredChange | null {
  const stored = (one: PendingChange) => storedChange({ id, what, change: one }, history);
  if (change.phase === "confirmed") return null;
  if (change.phase === "refused") {
    const { want, reason } = change;
    return { id, what, want, from: [], isSent: true, reason };
  }
  if (change.phase === "saving") {
    const { form, next, under } = change;
    if (next) return stored({ phase: "queued", want: next, ...baselineOf(change) });
    // The form's draft keeps its value, which the server may have, and which is newer.
    const older = under.phase === "settled" ? null : stored(under);
    const from = older && replaceable(older.from, form);
    return from && { ...older, from, isSent: true };
  }
  const want = "want" in change ? change.want : wantedIn(change.sent);
  const isSent = change.phase === "sending" || change.phase === "unsure";
  // While the server handles an older value, it may have either.
  const older = change.phase === "superseded" ? [change.sent.value] : [];
  // Others may change the field before the next page sends it.
  return toStored(id, what, want, [...change.from, ...older], isSent || what !== "new", history);
}

/** The changes that the server has not confirmed, in the order of the user's actions. */
export const selectUnsent = createSelector(
  [
    ({ changes }: WithQueue): ChangesState["entries"] => changes.entries,
    ({ changes }: WithQueue) => changes.history,
  ],
  (entries, history): readonly StoredChange[] => {
    const doneAt = byTime(history);
    return allChanges(entries)
      .flatMap((one) => storedChange(one, doneAt) ?? [])
      .toSorted((a, b) => a.want.at - b.want.at);
  },
);

/** The confirmed changes that can be undone. */
export const selectDone = createSelector(
  [selectUnsent, ({ changes }: WithQueue) => changes.history],
  (unsent, history): readonly DoneChange[] => {
    const open = new Set(unsent.map(({ want }) => want.at));
    return history.filter(({ at, undoneAt }) => undoneAt === null && !open.has(at));
  },
);

/** The number of a user's changes that would be lost if the session ended now. */
export function countUnsent(state: WithChanges, userId: string): number {
  const all = selectUnsent(state);
  const mayArrive = new Set(
    allChanges(state.changes.entries).flatMap(({ id, what, change: { phase } }) =>
      what !== "new" && (phase === "sending" || phase === "unsure") ? [`${id} ${what}`] : [],
    ),
  );
  const unsent = selectIsOffline(state)
    ? all
    : all.filter(({ id, what }) => !mayArrive.has(`${id} ${what}`));
  const inOtherTabs = Math.max(0, countStored(userId) - all.length);
  return unsent.length + inOtherTabs;
}
