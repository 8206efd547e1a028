import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import type { ListedUser } from "#contract/shapes/userList.ts";
import type { UserSort, UserSortKey } from "#contract/userList.ts";
import { filterUsers, isWaiting } from "#features/users/filterUsers.ts";
import { useListUsersInfiniteQuery } from "#features/users/userListApi.ts";
import { filtersAsTyped } from "#lib/filters/filtersMachine.ts";
import { sortKeyOf } from "#lib/text/sortOrder.ts";
import { browserFiltersOf, serverFiltersOf, type UserViewState, userSortOf } from "./userView.ts";

const FRESH = { refetchOnMountOrArgChange: true } as const;
const NOBODY: readonly ListedUser[] = [];

/**
 * The users of a view. A short list is filtered and sorted in the browser. If there are more users
 * than on one page, the server does it, and the table reads further pages as it is scrolled.
 */
export function useUserList(state: UserViewState) {
  const { query: view } = state;
  const serverFilters = serverFiltersOf(view.filters);
  const whole = useListUsersInfiniteQuery(serverFilters, FRESH);
  const refinement = browserFiltersOf(view);
  const [first] = whole.data?.pages ?? [];
  const isPaged = typeof first?.page?.next === "string";
  const isRefined = isPaged && Object.keys(refinement).length > 0;
  const refined = useListUsersInfiniteQuery(
    isRefined ? { ...serverFilters, ...refinement } : skipToken,
    FRESH,
  );
  const query = isRefined ? refined : whole;
  const data = query.data ?? whole.data;
  const { pages } = data ?? {};
  const last = pages?.at(-1);
  const loaded = useMemo(() => pages?.flatMap(({ users }) => users) ?? NOBODY, [pages]);
  const users = useMemo(
    () =>
      isPaged
        ? loaded
        : sortUsers(filterUsers(loaded, filtersAsTyped(state)), userSortOf(state.query)),
    [isPaged, loaded, state],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const total = isPaged ? (last?.page?.total ?? 0) : users.length;

  return {
    /** The users that the browser has: all users, if the list is short. */
    loaded,
    /** The loaded users that match, in order. */
    users,
    total,
    /** Null for a server that implements only the specification. */
    info: last?.page ?? null,
    /** Whether there are users whom the browser doesn't have. */
    isPartial: isPaged || (last?.page != null && Object.keys(serverFilters).length > 0),
    /** The filters and the order of the shown users. */
    args: { ...serverFilters, ...(isRefined && refinement) },
    /** Whether the users match what was typed last. */
    isSettled: query.currentData !== undefined && !query.isFetching && state.phase === "settled",
    isLoading: data === undefined && query.isLoading,
    isPending: query.isFetching && query.currentData === undefined,
    loadMore: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
  };
}

export type UserList = ReturnType<typeof useUserList>;

const statusOf = (user: ListedUser): string => {
  if (user.is_active) return "a";
  return isWaiting(user) ? "c" : "b";
};

const KEYS: Readonly<Record<Exclude<UserSortKey, "name">, (user: ListedUser) => string | number>> =
  {
    email: ({ email }) => email.toLowerCase(),
    role: ({ role }) => role,
    status: statusOf,
    created: ({ created_at }) => created_at,
    seen: ({ last_seen_at }) => last_seen_at ?? "",
    teams: ({ teams = 0 }) => teams,
    tasks: ({ open_tasks = 0 }) => open_tasks,
  };

/** The users in another order. They come sorted by name. */
function sortUsers(users: readonly ListedUser[], sort: UserSort): readonly ListedUser[] {
  const key = sortKeyOf(sort);
  if (key === "name") return sort === key ? users : users.toReversed();
  const valueOf = KEYS[key];
  const sign = sort === key ? 1 : -1;
  return users.toSorted((left, right) => {
    const [a, b] = [valueOf(left), valueOf(right)];
    if (a === b) return 0;
    return a < b ? -sign : sign;
  });
}
