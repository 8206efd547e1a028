import type { ActivityQuery } from "#contract/activity.ts";
import { COMMENTS_SHOWN, type CommentQuery } from "#contract/comment.ts";
import type { TaskQuery } from "#contract/task.ts";
import type { UserListQuery } from "#contract/userList.ts";
import { WITHOUT_DESCRIPTIONS } from "./normaliseTask.ts";

/** A GET request, as `fetchBaseQuery` takes it. */
export interface ReadCall {
  url: string;
  params?: Readonly<Record<string, string | number | boolean>>;
}

/** Filters and order of the admins' list of users. */
export type UserListArgs = Omit<UserListQuery, "limit" | "after">;

/** The number of users on the first page, which the screen waits for, and on each further page. */
const USER_PAGE_SIZES = [100, 500] as const;

const taskUrl = (id: string) => `/api/tasks/${encodeURIComponent(id)}`;

/**
 * The calls that screens open with. The endpoints and the first script build them here, without
 * Redux Toolkit.
 */
export const readCalls = {
  me: (): ReadCall => ({ url: "/api/auth/me" }),
  stats: (): ReadCall => ({ url: "/api/dashboard/stats" }),
  overdue: (): ReadCall => ({ url: "/api/tasks/overdue", params: WITHOUT_DESCRIPTIONS }),
  board: (): ReadCall => ({ url: "/api/kanban/board", params: WITHOUT_DESCRIPTIONS }),
  search: (query: TaskQuery): ReadCall => ({ url: "/api/tasks/search", params: { ...query } }),
  task: (id: string): ReadCall => ({ url: taskUrl(id) }),
  comments: (taskId: string, before = ""): ReadCall => ({
    url: `${taskUrl(taskId)}/comments`,
    params: { limit: COMMENTS_SHOWN, ...(before && { before }) } satisfies CommentQuery,
  }),
  users: (): ReadCall => ({ url: "/api/users" }),
  /** Other servers ignore the parameters, and send all users. */
  userList: (args: UserListArgs, after = ""): ReadCall => ({
    url: "/api/users",
    params: { limit: USER_PAGE_SIZES[after ? 1 : 0], ...args, ...(after && { after }) },
  }),
  activity: (query: ActivityQuery = {}): ReadCall => ({
    url: "/api/activity",
    params: { digest: true, ...query },
  }),
  teams: (): ReadCall => ({ url: "/api/teams" }),
  teamNames: (): ReadCall => ({ url: "/api/teams/names" }),
  profile: (): ReadCall => ({ url: "/api/profile" }),
};
