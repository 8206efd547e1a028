import { SelectAllButton } from "#features/selection/SelectAllButton.tsx";
import type { SelectMoreProps } from "#features/users/list/useUserSelection.ts";
import { useLazyListAllUsersQuery } from "#features/users/userListApi.ts";

/** Selects all users that match the filters, including those that the table has not loaded yet. */
export function SelectMatchingUsers({
  list: { args },
  selection: { replace },
  addKnown,
}: SelectMoreProps) {
  const [readAll] = useLazyListAllUsersQuery();

  async function load() {
    const { data: users } = await readAll(args);
    if (!users) return null;
    addKnown(users);
    return users.map(({ id }) => id);
  }

  return (
    <SelectAllButton load={load} failure="Failed to select all users" onLoaded={replace}>
      Select all that match
    </SelectAllButton>
  );
}
