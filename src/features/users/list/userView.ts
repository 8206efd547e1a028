import type { UserListArgs } from "#api/readCalls.ts";
import { isCalendarDay } from "#contract/calendar.ts";
import { ROLES } from "#contract/user.ts";
import {
  LAST_SEEN,
  type LastSeen,
  USER_SORTS,
  USER_STATUSES,
  type UserSort,
} from "#contract/userList.ts";
import type { UserFilter } from "#features/users/filterUsers.ts";
import { idIn } from "#lib/address/addressValues.ts";
import { paths } from "#lib/address/paths.ts";
import type { FiltersEvent, FiltersState } from "#lib/filters/filtersMachine.ts";
import { oneOf, searchIn, setFilters, type View, type ViewSpec } from "#lib/filters/view.ts";

/** The filters of the table; "" means any. */
export interface UserFilters extends UserFilter {
  /** A team's id, or `none`. */
  team: string;
  seen: LastSeen | "";
  /** The first day of registration. */
  registered: string;
}

type UserView = View<UserFilters, UserSort>;
export type UserViewState = FiltersState<UserView>;
export type DispatchUserView = (event: FiltersEvent<UserView>) => void;

const USUAL_SORT = "name";

const spec: ViewSpec<UserFilters, UserSort> = {
  filters: {
    search: searchIn,
    role: oneOf(ROLES),
    status: oneOf(USER_STATUSES),
    team: idIn,
    seen: oneOf(LAST_SEEN),
    registered: (value) => (isCalendarDay(value) ? value : ""),
  },
  sort: (value) => {
    const known = oneOf(USER_SORTS)(value);
    return known === USUAL_SORT ? "" : known;
  },
};

export const USER_LIST = { path: paths.users, spec, alwaysReplaces: true };

/** The order of the table. */
export const userSortOf = ({ sort }: UserView): UserSort => sort || USUAL_SORT;

/** The filters that only the server applies. */
export const serverFiltersOf = ({ team, seen, registered }: UserFilters): UserListArgs =>
  setFilters({ team, seen, registered }) as UserListArgs;

/** The filters and the order that the browser applies to a list that it has completely. */
export const browserFiltersOf = ({ filters, sort }: UserView): UserListArgs => {
  const { search, role, status } = filters;
  return setFilters({ search, role, status, sort }) as UserListArgs;
};
