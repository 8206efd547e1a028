import { useMemo } from "react";
import { useGetUsersQuery } from "./usersApi.ts";

/** The users' names by their ids; empty until they arrive. */
export function useUserNames(): ReadonlyMap<string, string> {
  const { users } = useGetUsersQuery(undefined, {
    selectFromResult: ({ data }) => ({ users: data }),
  });
  return useMemo(() => new Map(users?.map(({ id, name }) => [id, name])), [users]);
}
