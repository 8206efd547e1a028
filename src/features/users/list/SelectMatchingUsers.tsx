import { SelectAllButton } from "#features/bulk/SelectAllButton.tsx";
import type { Selection } from "#features/bulk/useSelection.ts";
import type { UserList } from "./useUserList.ts";

/** Selects all users that match the filters, with those that the table has not read yet. */
export default function SelectMatchingUsers({
  list: { loadRest },
  selection: { replace },
}: {
  list: UserList;
  selection: Selection;
}) {
  return (
    <SelectAllButton
      load={async () => (await loadRest())?.map(({ id }) => id) ?? null}
      failure="Failed to select all users"
      onLoaded={replace}
    >
      Select all that match
    </SelectAllButton>
  );
}
