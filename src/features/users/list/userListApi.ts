import { api } from "#api/api.ts";
import { readCalls, type UserListArgs } from "#api/readCalls.ts";
import type { ListedUser, UserPageInfo } from "#contract/userList.ts";
import { isObject } from "#lib/json.ts";
import { readUser } from "#session/storedUser.ts";

/** Users of the list. `page` is null for the whole list of a server of the plain contract. */
export interface UserListPage {
  users: ListedUser[];
  page: UserPageInfo | null;
}

function readListed(raw: unknown): ListedUser | null {
  const user = readUser(raw);
  if (!user || !isObject(raw)) return null;
  const { last_seen_at: seen, teams, open_tasks: tasks } = raw;
  return {
    ...user,
    ...((typeof seen === "string" || seen === null) && { last_seen_at: seen }),
    ...(typeof teams === "number" && { teams }),
    ...(typeof tasks === "number" && { open_tasks: tasks }),
  };
}

function readPageInfo(raw: unknown): UserPageInfo | null {
  if (!isObject(raw) || typeof raw.total !== "number") return null;
  const { total, next, active_admins: admins } = raw;
  return {
    total,
    next: typeof next === "string" ? next : null,
    active_admins: typeof admins === "number" ? admins : 2,
  };
}

/** Reads a page, or the response of §7: `{ users }` or the bare list. */
export function normaliseUserPage(raw: unknown): UserListPage {
  const list: unknown = isObject(raw) ? raw.users : raw;
  return {
    users: Array.isArray(list) ? list.map(readListed).filter((user) => user !== null) : [],
    page: isObject(raw) ? readPageInfo(raw.page) : null,
  };
}

export const userListApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Beyond §7: pages of the admins' list. A server of the plain contract sends all users. */
    listUsers: build.infiniteQuery<UserListPage, UserListArgs, string>({
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ page }) => page?.next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => readCalls.userList(queryArg, pageParam),
      transformResponse: normaliseUserPage,
      providesTags: ["User"],
    }),
  }),
});

export const { useListUsersInfiniteQuery } = userListApi;
