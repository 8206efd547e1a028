import type { TaskStatus } from "#contract/task.ts";
import { SET_FIELDS, SINGLE_FIELDS } from "#contract/taskFields.ts";
import type { ValueChanges } from "#features/changes/queue/change.ts";
import { valueIn } from "#features/changes/queue/members.ts";
import {
  nextGroup,
  requestMoves,
  requestValues,
  type ShownTask,
  type Thunk,
} from "./requestChanges.ts";
import { requestNewValues } from "./requestNewValues.ts";

/**
 * Changes fields of one task, or of several at once, without a form:
 *
 *     dispatch(requestEdit([task], { assignee_id: me.id }));
 *
 * - Every screen that takes its tasks through `useShownTasks`, or its board through
 *   `selectShownBoard`, shows the new values at once. A new status moves the card.
 * - The changes are sent, kept and undone as `docs/architecture/changes.md` describes. All fields but
 *   the status and the description need a server with extensions (`selectHasExtensions`).
 *
 * @param shown the tasks as the user sees them, with their changes
 * @param etag the version on which the change of a single task is based; others refuse it
 */
export function requestEdit(
  shown: readonly ShownTask[],
  values: ValueChanges,
  etag?: string,
): Thunk {
  return (dispatch, getState) => {
    const tasks = shown.filter(({ id }) => dispatch(requestNewValues(id, values)) === null);
    const how = { by: "menu", group: nextGroup(getState()) } as const;
    for (const field of SINGLE_FIELDS) {
      const value = values[field];
      if (value === undefined) continue;
      if (field === "status") {
        dispatch(requestMoves(tasks, value as TaskStatus, "menu", how.group));
        continue;
      }
      const changed = tasks.map((task) => ({
        id: task.id,
        title: task.title,
        shown: task[field],
        value,
        ...(etag && { etag }),
      }));
      dispatch(requestValues(field, changed, how));
    }
    for (const set of SET_FIELDS) {
      const { add = [], remove = [] } = values[set] ?? {};
      for (const member of [...remove, ...add]) {
        const what = `${set}/${member}` as const;
        const value = add.includes(member) ? member : null;
        const changed = tasks.map((task) => {
          const { id, title } = task;
          return { id, title, shown: valueIn(task, what), value };
        });
        dispatch(requestValues(what, changed, how));
      }
    }
  };
}
