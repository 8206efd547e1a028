import { useDispatch, useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import { BulkBar, type BulkWords } from "#features/bulk/BulkBar.tsx";
import type { Selection } from "#features/bulk/useSelection.ts";
import { countOf } from "#lib/formatCount.ts";
import { Button } from "#ui/Button.tsx";
import { selectUserBulk, type UserBulkAction, userBulk } from "./userBulk.ts";

const WORDS: BulkWords<UserBulkAction> = {
  bar: "Selected users",
  progress: ({ active }, count) =>
    `${active ? "Activating" : "Deactivating"} ${countOf(count, "user")}`,
  undo: ({ active }, count) => `Undo ${active ? "activation" : "deactivation"} of ${count}`,
  undone: ({ active }) => ({ active: !active }),
};

/** Activates and deactivates the selected users. */
export function UserBulkBar({
  users,
  shown,
  selection,
}: {
  users: readonly User[];
  shown: readonly User[];
  selection: Selection;
}) {
  const dispatch = useDispatch();
  const run = useSelector(selectUserBulk);
  const { ids } = selection;
  const shownIds = new Set(shown.map(({ id }) => id));
  return (
    <BulkBar
      bulk={userBulk}
      run={run}
      words={WORDS}
      selection={selection}
      hidden={[...ids].filter((id) => !shownIds.has(id)).length}
    >
      {[true, false].map((active) => {
        const targets = users.filter(({ id, is_active }) => ids.has(id) && is_active !== active);
        const items = targets.map(({ id }) => ({ id, change: { is_active: active } }));
        return (
          <Button
            key={String(active)}
            size="sm"
            disabled={targets.length === 0}
            onClick={() => dispatch(userBulk.actions.bulkRequested({ action: { active }, items }))}
          >
            {active ? "Activate" : "Deactivate"} {targets.length}
          </Button>
        );
      })}
    </BulkBar>
  );
}
