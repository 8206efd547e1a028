import type { Task } from "#contract/shapes/task.ts";
import type { WithChanges } from "#features/changes/queue/change.ts";
import { changesApi } from "#features/tasks/data/changesApi.ts";
import type { ListeningStore } from "#session/appExtra.ts";

/**
 * Reads a task by a request that begins now. A running one may be older than what its reader must know.
 * `requested` is the logical clock when it begins.
 */
export async function readTaskNow(
  id: Task["id"],
  { dispatch, getState }: Pick<ListeningStore<WithChanges>, "dispatch" | "getState">,
) {
  const running = () => dispatch(changesApi.util.getRunningQueryThunk("readTask", id));
  for (let read = running(); read; read = running()) await read;
  const requested = getState().changes.clock + 1;
  const options = { forceRefetch: true, subscribe: false } as const;
  return { ...(await dispatch(changesApi.endpoints.readTask.initiate(id, options))), requested };
}
