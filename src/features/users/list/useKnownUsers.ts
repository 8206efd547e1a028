import { useCallback, useMemo, useState } from "react";
import type { ListedUser } from "#contract/userList.ts";
import type { UserList } from "./useUserList.ts";

const NONE: ReadonlyMap<string, ListedUser> = new Map();

/**
 * The users who were loaded since the page opened, so that they stay selected while the filters
 * change. If the browser has all users, it returns exactly those. The second value is a function
 * that adds users.
 */
export function useKnownUsers({
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
