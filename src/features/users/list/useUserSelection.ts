import { useMemo } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import type { ListedUser } from "#contract/userList.ts";
import { type Selection, useSelection } from "#features/selection/useSelection.ts";
import { guardedUsers } from "#features/users/filterUsers.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { useKnownUsers } from "./useKnownUsers.ts";
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
