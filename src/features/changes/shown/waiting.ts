import { allChanges, type NamedChange, type WithChanges } from "#features/changes/queue/change.ts";
import { selectMustWait } from "#sync/connection/connectionSlice.ts";

export type WithQueue = Pick<WithChanges, "changes">;

const isUnsettled = ({ change }: NamedChange): boolean => change.phase !== "confirmed";

/** The changes that will be sent. A refused new task waits for the user. */
const unsettled = (state: WithQueue): NamedChange[] =>
  allChanges(state.changes.entries).filter(
    (one) => isUnsettled(one) && one.change.phase !== "refused",
  );

/** The number of changes that are not confirmed. */
export const countChanges = (state: WithQueue): number => unsettled(state).length;

/** Whether a task's change waits for the connection or for a busy server. */
export function selectIsWaiting(state: WithChanges, id: string): boolean {
  if (!selectMustWait(state)) return false;
  const changes = Object.values(state.changes.entries[id] ?? {});
  return changes.some(({ phase }) => phase !== "confirmed" && phase !== "refused");
}

/** The noun for the unsent changes: a more exact one if all of them are of one kind. */
export function unsentNoun(state: WithQueue): "move" | "new task" | "change" {
  const all = allChanges(state.changes.entries).filter(isUnsettled);
  if (all.every(({ what }) => what === "status")) return "move";
  return all.every(({ what }) => what === "new") ? "new task" : "change";
}
