import type { WithApi } from "#api/api.ts";
import { DESCRIPTION_PREVIEW, type TaskSummary } from "#contract/task.ts";
import { usersApi } from "#features/users/usersApi.ts";
import { isObject } from "#lib/json.ts";

/** The fields of a task in a cached board or list. The board has no descriptions. */
export interface KnownTask extends TaskSummary {
  description?: string;
  assignee_name?: string;
}

/** The queries whose data hold lists of tasks. */
const LISTS: ReadonlySet<string | undefined> = new Set(["getBoard", "searchTasks", "getOverdue"]);

/** The lists in a query's data: a list, or an object of lists. */
function listsIn(data: unknown): unknown[][] {
  if (Array.isArray(data)) return [data];
  return isObject(data) ? Object.values(data).filter(Array.isArray) : [];
}

/** A task as it is in the newest board or list; undefined if none has it. Returns the cached object. */
export function selectListedTask({ api }: WithApi, id: string): KnownTask | undefined {
  return Object.values(api.queries)
    .filter((query) => LISTS.has(query?.endpointName))
    .toSorted((one, other) => (other?.fulfilledTimeStamp ?? 0) - (one?.fulfilledTimeStamp ?? 0))
    .flatMap((query) => listsIn(query?.data))
    .flatMap((list) => (list as KnownTask[]).find((task) => task.id === id) ?? [])[0];
}

const selectUsers = usersApi.endpoints.getUsers.select();

/** The name of a task's assignee, if the users are cached. */
export const selectAssigneeName = (state: WithApi, task: KnownTask | undefined) =>
  task?.assignee_id
    ? selectUsers(state).data?.find(({ id }) => id === task.assignee_id)?.name
    : undefined;

/**
 * Whether a list's task has its whole description. A list may cut one after {@link
 * DESCRIPTION_PREVIEW} + 1 characters, so this length counts as cut.
 */
export const hasDescription = ({ description }: Partial<KnownTask>): boolean =>
  description !== undefined && description.length !== DESCRIPTION_PREVIEW + 1;
