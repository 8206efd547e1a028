import { toast } from "react-hot-toast/headless";
import { saveEdit } from "#features/tasks/conflict/saveEdit.ts";
import { startValues, toTaskInput } from "#features/tasks/form/taskForm.ts";
import { type TaskDetail, theirsIn } from "#features/tasks/taskResponses.ts";
import { tasksApi } from "#features/tasks/tasksApi.ts";
import type { StoreDispatch } from "#session/appExtra.ts";

const { getTask, updateTask } = tasksApi.endpoints;

/**
 * Saves a task's description like any edit: changes that others made to other fields are kept. Null if
 * that failed, for example because another user has changed the description.
 */
export async function saveDescription(
  dispatch: StoreDispatch,
  base: TaskDetail,
  description: string,
  isAdmin: boolean,
): Promise<TaskDetail | null> {
  let saved: TaskDetail | null = null;
  const edit = { base, values: { ...startValues(base, undefined), description } };
  const { error } = await saveEdit(edit, async ({ base: { id, etag }, values }) => {
    const input = toTaskInput(values, { mode: "edit", isAdmin });
    const request = updateTask.initiate({ id, ...(etag && { etag }), ...input }, { track: false });
    const result = await dispatch(request);
    saved = result.data ?? null;
    return result;
  });
  const theirs = theirsIn(error);
  if (theirs) {
    const by = theirs.changed_by?.name ?? "Someone";
    toast.error(`${by} has changed the description. Please try again.`);
    void dispatch(getTask.initiate(base.id, { forceRefetch: true, subscribe: false }));
  }
  return error ? null : (saved ?? { ...base, description });
}
