import { useMemo, useState } from "react";
import { useDispatch } from "react-redux";
import type { User } from "#contract/user.ts";
import { RUN_USERS_MAX } from "#contract/userRun.ts";
import type { RunDraft } from "#features/users/runs/userRunsApi.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { Button } from "#ui/button/Button.tsx";

/**
 * Activates or deactivates those selected users whose status differs. A single user needs no run.
 */
export function ActivationButtons({
  users,
  ids,
  isBusy,
  start,
}: {
  users: readonly User[];
  ids: ReadonlySet<string>;
  isBusy: boolean;
  /** Starts a run. Undefined for a server without runs. */
  start: ((draft: RunDraft) => Promise<boolean>) | undefined;
}) {
  const dispatch = useDispatch();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const targets = useMemo(() => {
    const selected = users.filter(({ id }) => ids.has(id));
    return [true, false].map((active) => ({
      active,
      targetIds: selected.flatMap(({ id, is_active }) => (is_active === active ? [] : id)),
    }));
  }, [users, ids]);

  async function change(active: boolean, targetIds: readonly string[]) {
    const draft = {
      action: active ? ("activate" as const) : ("deactivate" as const),
      ids: targetIds,
    };
    setPressed(active);
    if (start && targetIds.length > 1 && (await start(draft))) return;
    dispatch(userBulk.actions.bulkRequested({ action: { active }, ids: targetIds }));
  }

  return targets.map(({ active, targetIds }) => (
    <Button
      key={String(active)}
      size="sm"
      busy={isBusy && pressed === active}
      disabled={targetIds.length === 0 || (start && targetIds.length > RUN_USERS_MAX)}
      onClick={() => void change(active, targetIds)}
    >
      {active ? "Activate" : "Deactivate"} {targetIds.length}
    </Button>
  ));
}
