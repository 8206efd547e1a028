import { skipToken } from "@reduxjs/toolkit/query/react";
import { useSelector } from "react-redux";
import { OPEN_TASKS_USERS_MAX } from "#contract/handOver.ts";
import type { User } from "#contract/user.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { type OpenTaskCounts, useGetOpenTasksQuery } from "./handOverApi.ts";

const NONE: OpenTaskCounts = {};

/** How many open tasks the first 100 of these users have. Empty with a server that can't tell. */
export function useOpenTasks(users: readonly User[]): OpenTaskCounts {
  const ids = users.slice(0, OPEN_TASKS_USERS_MAX).map(({ id }) => id);
  const isKnown = useSelector(selectHasExtensions);
  const { data } = useGetOpenTasksQuery(
    isKnown && ids.length > 0 ? ids.toSorted().join(",") : skipToken,
  );
  return (ids.length > 0 && data) || NONE;
}
