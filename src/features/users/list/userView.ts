import type { UserListArgs } from "#api/readCalls.ts";
import { isCalendarDay } from "#contract/calendar.ts";
import { SEARCH_MAX } from "#contract/task.ts";
import { ROLES } from "#contract/user.ts";
import {
  LAST_SEEN,
  type LastSeen,
  USER_SORTS,
  USER_STATUSES,
  type UserSort,
} from "#contract/userList.ts";
import { NO_FILTER, type UserFilter } from "#features/users/filterUsers.ts";
import { idIn } from "#lib/addressValues.ts";

/** The filters and the order of the table; "" means any. */
export interface UserView extends UserFilter {
  /** A team's id, or `none`. */
  team: string;
  seen: LastSeen | "";
  /** The first day of registration. */
  registered: string;
  sort: UserSort;
}

export const WHOLE_LIST: UserView = {
  ...NO_FILTER,
  team: "",
  seen: "",
  registered: "",
  sort: "name",
};

/** The filters that only the server applies. */
export const serverFiltersOf = ({ team, seen, registered }: UserView): UserListArgs => ({
  ...(team && { team }),
  ...(seen && { seen }),
  ...(registered && { registered }),
});

/** The filters and the order that the browser applies to a list that it has completely. */
export const browserFiltersOf = ({ text, role, status, sort }: UserView): UserListArgs => {
  const search = text.trim().slice(0, SEARCH_MAX);
  return {
    ...(search && { search }),
    ...(role && { role }),
    ...(status && { status }),
    ...(sort !== WHOLE_LIST.sort && { sort }),
  };
};

/** Whether filters other than the search text are set. */
export const hasUserFilters = (view: UserView): boolean =>
  view.role !== "" || view.status !== "" || Object.keys(serverFiltersOf(view)).length > 0;

/** Reads the query part of an address. Invalid values count as not set. */
export function readUserAddress(address: string): UserView {
  const params = new URLSearchParams(address);
  const oneOf = <Word extends string>(name: string, words: readonly Word[]) =>
    words.find((word) => word === params.get(name));
  const registered = params.get("registered") ?? "";
  return {
    text: (params.get("search") ?? "").slice(0, SEARCH_MAX),
    role: oneOf("role", ROLES) ?? "",
    status: oneOf("status", USER_STATUSES) ?? "",
    team: idIn(params.get("team") ?? ""),
    seen: oneOf("seen", LAST_SEEN) ?? "",
    registered: isCalendarDay(registered) ? registered : "",
    sort: oneOf("sort", USER_SORTS) ?? WHOLE_LIST.sort,
  };
}

/** The query part of the address of a view: "" for the whole list by name. */
export function writeUserAddress(view: UserView): string {
  const params = new URLSearchParams({ ...browserFiltersOf(view), ...serverFiltersOf(view) });
  const query = params.toString();
  return query && `?${query}`;
}
