import type { SelectMoreProps } from "#features/users/list/useUserSelection.ts";
import { SelectMatchingUsers } from "./SelectMatchingUsers.tsx";

/** Offers to select users whom the table has not loaded, once all others are selected. */
export function MoreUsers(props: SelectMoreProps) {
  const {
    list,
    guarded,
    selection: { ids, selectable },
  } = props;
  const isOffered = list.users.length < list.total && ids.size + guarded.size < list.total;
  if (!isOffered || !selectable.every((id) => ids.has(id))) return null;
  return <SelectMatchingUsers key={JSON.stringify(list.args)} {...props} />;
}
