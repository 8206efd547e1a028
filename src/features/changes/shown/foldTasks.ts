import type { Board } from "#contract/shapes/board.ts";
import type { TaskSummary } from "#contract/shapes/task.ts";
import { TASK_STATUSES } from "#contract/task.ts";
import type { Changes, ChangesState, FieldValue, Wanted } from "#features/changes/queue/change.ts";
import { memberOf, valueIn, withMembers } from "#features/changes/queue/members.ts";
import { type PendingChange, shownOver } from "#features/changes/queue/pendingChange.ts";

type Entries = ChangesState["entries"];

/** The value of a change to show over a response that was requested at that time. */
export type ValueOver = (change: PendingChange, requested: number) => Wanted | null;

/** A task with the names that some screens have besides the ids. */
type AnyTask = TaskSummary & { assignee_name?: string; team_name?: string; etag?: string };

/** A value to show over a response, and the version of the task that a confirmed one has made. */
type ShownValue = [string, { value: FieldValue; etag: string | undefined }];

/**
 * The values to show over a response. A value is shown until it is confirmed, and then over responses
 * that were requested before.
 *
 * @param requested the logical clock when the response was requested
 */
function valuesOver(changes: Changes, requested: number, valueOver: ValueOver): ShownValue[] {
  return Object.entries(changes).flatMap(([what, change]) => {
    const shown = what === "new" ? null : valueOver(change, requested);
    const etag = change.phase === "confirmed" ? change.known.etag : undefined;
    return shown ? [[what, { value: shown.value, etag }]] : [];
  });
}

/** The number of a task's version. */
const versionIn = (etag: string | undefined): number => Number(etag?.replaceAll('"', "") ?? NaN);

/**
 * The older of two versions of a task; the first one if they are no numbers. The response may have
 * another user's value of the field that is shown, and the version that the field has made may have
 * others' values of other fields. A form that names the older version overwrites neither.
 */
const older = (first: string | undefined, second: string | undefined): string | undefined =>
  versionIn(second) < versionIn(first) ? second : first;

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
  if (valueOver !== shownOver) return withValues(task, valuesOver(changes, requested, valueOver));
  const before = folded.get(task);
  if (before?.changes === changes && before.requested === requested) return before.task as T;
  const after = withValues(task, valuesOver(changes, requested, valueOver));
  folded.set(task, { changes, requested, task: after });
  return after;
}

/** A name of a former assignee or team doesn't fit the new one. */
function withValues<T extends AnyTask>(task: T, values: readonly ShownValue[]): T {
  const changed = values.filter(([field, { value }]) => {
    const before = valueIn(task, field);
    return before !== value && (before !== undefined || memberOf(field) === null);
  });
  if (changed.length === 0) return task;
  const { assignee_name, team_name, ...rest } = task;
  const after = withMembers(
    task,
    changed.map(([field, { value }]) => [field, value]),
  );
  const etag = changed.map(([, one]) => one.etag).reduce(older, task.etag);
  return {
    ...rest,
    ...after,
    ...(etag && { etag }),
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

/** The board's cards with their changes. Moved cards are in their columns already (`moveCards`). */
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
