import { useMemo } from "react";
import type { User } from "#contract/user.ts";
import { type Selection, useSelection } from "#features/bulk/useSelection.ts";

/** The selection of the table. Deleted users and users who must not be changed are never selected. */
export function useUserSelection(
  users: readonly User[],
  shown: readonly User[],
  guarded: ReadonlyMap<string, string>,
): Selection {
  const [selectable, existing] = useMemo(() => {
    const idsOf = (list: readonly User[]) => list.flatMap(({ id }) => (guarded.has(id) ? [] : id));
    return [idsOf(shown), new Set(idsOf(users))];
  }, [users, shown, guarded]);
  return useSelection(selectable, existing);
}
