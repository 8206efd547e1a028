import { skipToken } from "@reduxjs/toolkit/query/react";
import { useSelector } from "react-redux";
import { OPEN_TASKS_USERS_MAX } from "#contract/handOver.ts";
import type { ListedUser } from "#contract/shapes/userList.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { type OpenTaskCounts, useGetOpenTasksQuery } from "./handOverApi.ts";
import { withListed } from "./openTasks.ts";

const NONE: OpenTaskCounts = {};

/**
 * The users' open tasks. The first 100 users are counted now; for the others the counts come from
 * the list of users. Empty if the server has no such call.
 */
export function useOpenTasks(users: readonly ListedUser[]): OpenTaskCounts {
  const ids = users.slice(0, OPEN_TASKS_USERS_MAX).map(({ id }) => id);
  const isKnown = useSelector(selectHasExtensions);
  const { data } = useGetOpenTasksQuery(
    isKnown && ids.length > 0 ? ids.toSorted().join(",") : skipToken,
  );
  return ids.length > 0 && data ? withListed(data, users.slice(OPEN_TASKS_USERS_MAX)) : NONE;
}
