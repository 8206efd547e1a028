import type { ChangeId, Field, FieldValue, Neighbours } from "./change.ts";

/** A change that can be undone. */
export interface DoneChange {
  id: string;
  what: Field;
  title: string;
  /** The values that the user saw before and after it. */
  from: FieldValue;
  to: FieldValue;
  /** The cards beside a moved card before the move. */
  leaves?: Neighbours;
  at: number;
  /** The same for all changes that were requested together. */
  group: number;
  /** The `Wanted.at` of the change that undoes this one. That change may still fail. */
  undoneAt: number | null;
}

/** The length of the history, in groups. */
export const MAX_UNDOABLE_GROUPS = 50;

/** Adds changes to the history, in the order of the user's actions. */
export function withDone(
  history: readonly DoneChange[],
  done: readonly DoneChange[],
): DoneChange[] {
  const all = [...history, ...done].toSorted((a, b) => a.at - b.at);
  const groups = [...new Set(all.map(({ group }) => group))];
  const kept = new Set(groups.slice(-MAX_UNDOABLE_GROUPS));
  return groups.length > kept.size ? all.filter(({ group }) => kept.has(group)) : all;
}

/** Marks changes as undone. `undone`: their times → those of the changes that undo them. */
export const withUndone = (
  history: readonly DoneChange[],
  undone: ReadonlyMap<number, number>,
): DoneChange[] =>
  history.map((done) => {
    const undoneAt = undone.get(done.at);
    return undoneAt === undefined ? done : { ...done, undoneAt };
  });

/**
 * Removes failed changes and the later ones of the same field from the history: the field has its
 * former value, so they have nothing to undo. If one of them was an undo, the change that it undid
 * can be undone again.
 */
export function withoutFailed(
  history: readonly DoneChange[],
  failed: readonly ChangeId[],
): DoneChange[] {
  const failedAt = new Map(failed.map(({ id, what, at }) => [`${id} ${what}`, at]));
  return history.flatMap((done) => {
    const at = failedAt.get(`${done.id} ${done.what}`) ?? Infinity;
    if (done.at >= at) return [];
    return [(done.undoneAt ?? 0) >= at ? { ...done, undoneAt: null } : done];
  });
}

/** The newest changes that were requested together, and not undone. */
export function newestGroup(history: readonly DoneChange[]): DoneChange[] {
  const newest = history.findLast(({ undoneAt }) => undoneAt === null);
  return history.filter(({ group, undoneAt }) => group === newest?.group && undoneAt === null);
}
