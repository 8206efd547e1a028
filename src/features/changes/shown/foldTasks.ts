import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskSummary } from "#contract/task.ts";
import type {
  Changes,
  ChangesState,
  Field,
  FieldValue,
  Values,
  Wanted,
} from "#features/changes/queue/change.ts";
import {
  type Confirmed,
  type PendingChange,
  shownOver,
} from "#features/changes/queue/changeMachine.ts";

type Entries = ChangesState["entries"];

/** The value of a change to show over a response that was requested at that time. */
export type ValueOver = (change: PendingChange, requested: number) => Wanted | null;

/** A task with the names that some screens have besides the ids. */
type AnyTask = TaskSummary & { assignee_name?: string; team_name?: string; etag?: string };

/** The values to show over a response, and the version of the task that has them. */
interface Shown {
  values: Values;
  /** Undefined if it is the response's. */
  etag: string | undefined;
}

/**
 * The values to show over a response. A value is shown until it is confirmed, and then over responses
 * that were requested before. Those may have been handled later, and have another user's value: a form
 * that keeps the shown one names the version that has it.
 *
 * @param requested the logical clock when the response was requested
 */
function shownOverTask(changes: Changes, requested: number, valueOver: ValueOver): Shown {
  const values: Record<string, FieldValue> = {};
  let newest: Confirmed | null = null;
  for (const [what, change] of Object.entries(changes)) {
    const shown = what === "new" ? null : valueOver(change, requested);
    if (!shown) continue;
    values[what] = shown.value;
    if (change.phase === "confirmed" && change.known.since > (newest?.since ?? 0))
      newest = change.known;
  }
  // Only values of their fields are requested, restored and sent.
  return { values, etag: newest?.etag };
}

const folded = new WeakMap<object, { changes: Changes; requested: number; task: AnyTask }>();

/** The task with its changes. The same task and changes give the same object each time. */
export function foldTask<T extends AnyTask>(
  task: T,
  entries: Entries,
  requested: number,
  valueOver: ValueOver = shownOver,
): T {
  const changes = entries[task.id];
  if (!changes) return task;
  if (valueOver !== shownOver)
    return withValues(task, shownOverTask(changes, requested, valueOver));
  const before = folded.get(task);
  if (before?.changes === changes && before.requested === requested) return before.task as T;
  const after = withValues(task, shownOverTask(changes, requested, valueOver));
  folded.set(task, { changes, requested, task: after });
  return after;
}

/** A name of a former assignee or team doesn't fit the new one. */
function withValues<T extends AnyTask>(task: T, { values, etag }: Shown): T {
  const changed = Object.entries(values).filter(
    ([field, value]) => task[field as "title"] !== value,
  );
  if (changed.length === 0) return task;
  const { assignee_name, team_name, ...rest } = task;
  const after = Object.fromEntries(changed) as { [field in Field]?: FieldValue };
  return {
    ...rest,
    ...after,
    ...(task.etag && etag && { etag }),
    ...(assignee_name && !("assignee_id" in after) && { assignee_name }),
    ...(team_name && !("team_id" in after) && { team_name }),
  } as unknown as T;
}

/** The tasks with their changes. Without changes of these tasks it is the same list. */
export function foldTasks<T extends AnyTask>(
  tasks: readonly T[],
  entries: Entries,
  requested: number,
  valueOver?: ValueOver,
): readonly T[] {
  return tasks.some(({ id }) => entries[id])
    ? tasks.map((task) => foldTask(task, entries, requested, valueOver))
    : tasks;
}

/** The board's cards with their changes. Moved cards are in their columns already (`project`). */
export function foldCards<B extends Board>(
  board: B,
  entries: Entries,
  requested: number,
  valueOver: ValueOver,
): B {
  if (Object.keys(entries).length === 0) return board;
  const columns = TASK_STATUSES.map((status) => [
    status,
    foldTasks(board[status], entries, requested, valueOver),
  ]);
  return { ...board, ...(Object.fromEntries(columns) as Board) };
}
