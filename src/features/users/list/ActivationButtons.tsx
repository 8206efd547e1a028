import { useMemo, useState } from "react";
import type { User } from "#contract/user.ts";
import type { UserActions } from "#features/users/runs/useUserActions.tsx";
import { Button } from "#ui/button/Button.tsx";

/** Activates or deactivates those selected users whose status differs. */
export function ActivationButtons({
  users,
  ids,
  actions: { start, isBusy, isTooMany },
}: {
  users: readonly User[];
  ids: ReadonlySet<string>;
  actions: Pick<UserActions, "start" | "isBusy" | "isTooMany">;
}) {
  const [pressed, setPressed] = useState<boolean | null>(null);
  const targets = useMemo(() => {
    const selected = users.filter(({ id }) => ids.has(id));
    return [true, false].map((active) => ({
      active,
      targetIds: selected.flatMap(({ id, is_active }) => (is_active === active ? [] : id)),
    }));
  }, [users, ids]);

  function change(active: boolean, targetIds: readonly string[]) {
    setPressed(active);
    void start({ action: active ? "activate" : "deactivate", ids: targetIds });
  }

  return targets.map(({ active, targetIds }) => (
    <Button
      key={String(active)}
      size="sm"
      busy={isBusy && pressed === active}
      disabled={targetIds.length === 0 || isTooMany(targetIds.length)}
      onClick={() => change(active, targetIds)}
    >
      {active ? "Activate" : "Deactivate"} {targetIds.length}
    </Button>
  ));
}
