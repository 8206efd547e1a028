import { useSelector } from "react-redux";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { useGetUsersQuery } from "./usersApi.ts";

/**
 * The people whom a task can be assigned to: "Me", then the other active users by name.
 *
 * @param assigneeId the present assignee, who is listed even if deactivated
 */
export function useAssignees(assigneeId?: string | null) {
  const me = useSelector(selectStoredUser);
  const { data: users = [] } = useGetUsersQuery();
  const others = users
    .filter(({ id, is_active }) => id !== me?.id && (is_active || id === assigneeId))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    ...(me ? [{ id: me.id, name: me.name, label: "Me" }] : []),
    ...others.map(({ id, name }) => ({ id, name, label: name })),
  ];
}
