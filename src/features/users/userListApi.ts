import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { readCalls, type UserListArgs } from "#api/readCalls.ts";
import type { ListedUser, UserPageInfo } from "#contract/shapes/userList.ts";
import { isObject, readList } from "#lib/json.ts";
import { readUser } from "#session/storedUser.ts";

/**
 * Users of the list. `page` is null for the whole list of a server that implements only the
 * specification.
 */
interface UserListPage {
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
const normaliseUserPage = (raw: unknown): UserListPage => ({
  users: readList(raw, "users", readListed),
  page: isObject(raw) ? readPageInfo(raw.page) : null,
});

export const userListApi = callsOf("users").injectEndpoints({
  endpoints: (build) => ({
    /**
     * Beyond §7: pages of the admins' list. A server that implements only the specification sends
     * all users.
     */
    listUsers: build.infiniteQuery<UserListPage, UserListArgs, string>({
      infiniteQueryOptions: {
        initialPageParam: "",
        getNextPageParam: ({ page }) => page?.next ?? undefined,
      },
      query: ({ queryArg, pageParam }) => readCalls.userList(queryArg, pageParam),
      transformResponse: normaliseUserPage,
      providesTags: ["User"],
    }),
    /**
     * Reads all matching users page by page, to select them. The table itself reads only the pages
     * that it shows.
     */
    listAllUsers: build.query<readonly ListedUser[], UserListArgs>({
      async queryFn(args, _api, _extra, baseQuery) {
        const users: ListedUser[] = [];
        for (let after: string | null = ""; after !== null; ) {
          const { data, error } = await baseQuery(readCalls.userList(args, after));
          if (error) return { error };
          const { users: some, page } = normaliseUserPage(data);
          users.push(...some);
          after = some.length > 0 && page ? page.next : null;
        }
        return { data: users };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

addCallTexts(userListApi, { listUsers: { failure: "Failed to fetch users" } });

export const { useLazyListAllUsersQuery, useListAllUsersQuery, useListUsersInfiniteQuery } =
  userListApi;
