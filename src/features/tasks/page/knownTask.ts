import type { WithApi } from "#api/api.ts";
import { DESCRIPTION_PREVIEW, type Task } from "#contract/task.ts";
import { usersApi } from "#features/users/usersApi.ts";

const selectUsers = usersApi.endpoints.getUsers.select();

/** The name of a task's assignee, if the users are cached. */
export const selectAssigneeName = (state: WithApi, task: Partial<Task> | null | undefined) =>
  task?.assignee_id
    ? selectUsers(state).data?.find(({ id }) => id === task.assignee_id)?.name
    : undefined;

/**
 * Whether a list's task has its whole description. A list may cut one after {@link
 * DESCRIPTION_PREVIEW} + 1 characters, so this length counts as cut. The board has no descriptions.
 */
export const hasDescription = ({ description }: Partial<Task>): boolean =>
  description !== undefined && description.length !== DESCRIPTION_PREVIEW + 1;
