import { type ReactNode, Suspense, useMemo } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import { BulkBar } from "#features/bulk/BulkBar.tsx";
import type { BulkWords } from "#features/bulk/bulkWords.ts";
import type { Selection } from "#features/bulk/useSelection.ts";
import { countOf } from "#lib/formatCount.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { Button } from "#ui/Button.tsx";
import type { UserList } from "./list/useUserList.ts";
import { selectUserBulk, type UserBulkAction, userBulk } from "./userBulk.ts";

const SelectMatchingUsers = lazyPart(() => import("./list/SelectMatchingUsers.tsx"));

const WORDS: BulkWords<UserBulkAction> = {
  bar: "Selected users",
  progress: (action, count) =>
    action.kind === "handOver"
      ? `Handing over ${action.tasks}`
      : `${action.active ? "Activating" : "Deactivating"} ${countOf(count, "user")}`,
  undo: (action, count) =>
    `Undo ${action.kind === "activation" && action.active ? "activation" : "deactivation"} of ${count}`,
  // Handing over has no undo.
  undone: (action) =>
    action.kind === "activation" ? { ...action, active: !action.active } : action,
};

/** Activates and deactivates the selected users. */
export function UserBulkBar({
  users,
  list,
  selection,
  handOver,
}: {
  users: readonly User[];
  list: UserList;
  selection: Selection;
  /** Hands over the open tasks of users whom the last action deactivated. */
  handOver: (deactivated: readonly User[]) => ReactNode;
}) {
  const dispatch = useDispatch();
  const run = useSelector(selectUserBulk);
  const { ids, selectable } = selection;
  const isMoreOffered = list.users.length < list.total && selectable.every((id) => ids.has(id));
  const shownIds = new Set(list.users.map(({ id }) => id));
  const deactivated = useMemo(() => {
    const done = new Set(run.done.map(({ id }) => id));
    return users.filter(({ id, is_active }) => !is_active && done.has(id));
  }, [users, run.done]);
  return (
    <BulkBar
      bulk={userBulk}
      run={run}
      words={WORDS}
      selection={selection}
      hidden={[...ids].filter((id) => !shownIds.has(id)).length}
      more={
        isMoreOffered && (
          <Suspense fallback={null}>
            <SelectMatchingUsers
              key={JSON.stringify(list.args)}
              list={list}
              selection={selection}
            />
          </Suspense>
        )
      }
      next={handOver(deactivated)}
    >
      {[true, false].map((active) => {
        const targets = users.filter(({ id, is_active }) => ids.has(id) && is_active !== active);
        const items = targets.map(({ id }) => ({ id, change: { is_active: active } }));
        const action = { kind: "activation", active } as const;
        return (
          <Button
            key={String(active)}
            size="sm"
            disabled={targets.length === 0}
            onClick={() => dispatch(userBulk.actions.bulkRequested({ action, items }))}
          >
            {active ? "Activate" : "Deactivate"} {targets.length}
          </Button>
        );
      })}
    </BulkBar>
  );
}
