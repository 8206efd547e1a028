import { useMemo, useState } from "react";
import type { ListedUser } from "#contract/userList.ts";
import type { UserList } from "./useUserList.ts";

const NONE: ReadonlyMap<string, ListedUser> = new Map();

/**
 * The users who were loaded since the page opened, so that they stay selected while the filters
 * change. If the browser has all users, exactly those.
 */
export function useKnownUsers({ loaded, isPartial }: UserList): readonly ListedUser[] {
  const [known, setKnown] = useState({ loaded, byId: withUsers(NONE, loaded) });
  if (known.loaded !== loaded) setKnown({ loaded, byId: withUsers(known.byId, loaded) });
  return useMemo(() => (isPartial ? [...known.byId.values()] : loaded), [known, loaded, isPartial]);
}

function withUsers(
  before: ReadonlyMap<string, ListedUser>,
  users: readonly ListedUser[],
): ReadonlyMap<string, ListedUser> {
  return new Map([...before, ...users.map((user) => [user.id, user] as const)]);
}
