import { useCallback, useMemo, useState } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/shapes/user.ts";
import type { ListedUser } from "#contract/shapes/userList.ts";
import { type Selection, useSelection } from "#features/selection/useSelection.ts";
import { guardedUsers } from "#features/users/filterUsers.ts";
import { selectStoredUser } from "#session/authSlice.ts";
import type { UserList } from "./useUserList.ts";

/** The props of controls that select users whom the table may not have loaded. */
export interface SelectMoreProps {
  list: UserList;
  /** Why users can't be selected, by their ids. */
  guarded: ReadonlyMap<string, string>;
  selection: Selection;
  /** Called with the users before they are selected. */
  addKnown: (users: readonly ListedUser[]) => void;
}

/**
 * The selection of the table, with all users whom it may contain. Deleted users and users who must
 * not be changed are never selected.
 */
export function useUserSelection(list: UserList) {
  const { users: shown, info } = list;
  const ownId = useSelector(selectStoredUser)?.id;
  const [known, addKnown] = useKnownUsers(list);
  const guarded = useMemo(
    () => guardedUsers(known, ownId, info?.active_admins),
    [known, ownId, info?.active_admins],
  );
  const [selectable, existing] = useMemo(() => {
    const idsOf = (users: readonly User[]) =>
      users.flatMap(({ id }) => (guarded.has(id) ? [] : id));
    return [idsOf(shown), new Set(idsOf(known))];
  }, [known, shown, guarded]);
  const selection = useSelection("users", selectable, existing);
  return { known, guarded, selection, addKnown };
}

const NONE: ReadonlyMap<string, ListedUser> = new Map();

/**
 * The users who were loaded since the page opened, so that they stay selected while the filters
 * change. If the browser has all users, it returns exactly those. The second value is a function
 * that adds users.
 */
function useKnownUsers({
  loaded,
  isPartial,
}: UserList): [readonly ListedUser[], (users: readonly ListedUser[]) => void] {
  const [known, setKnown] = useState({ loaded, byId: withUsers(NONE, loaded) });
  if (known.loaded !== loaded) setKnown({ loaded, byId: withUsers(known.byId, loaded) });
  const users = useMemo(
    () => (isPartial ? [...known.byId.values()] : loaded),
    [known, loaded, isPartial],
  );
  const add = useCallback(
    (others: readonly ListedUser[]) =>
      setKnown((before) => ({ ...before, byId: withUsers(before.byId, others) })),
    [],
  );
  return [users, add];
}

function withUsers(
  before: ReadonlyMap<string, ListedUser>,
  users: readonly ListedUser[],
): ReadonlyMap<string, ListedUser> {
  return new Map([...before, ...users.map((user) => [user.id, user] as const)]);
}
