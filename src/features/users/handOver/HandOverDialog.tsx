import { useState } from "react";
import type { User } from "#contract/user.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import { HandOverProgress } from "./HandOverProgress.tsx";
import { HandOverSelect, NO_CHOICE, UNASSIGNED } from "./HandOverSelect.tsx";
import { type OpenTaskCounts, useHandOverMutation } from "./handOverApi.ts";
import { openTasksSentence } from "./openTasks.ts";

/** Hands over the open tasks of a user. */
export function HandOverDialog({
  user,
  counts,
  onClose,
}: {
  user: User;
  counts: OpenTaskCounts;
  onClose: () => void;
}) {
  const { data: all } = useGetUsersQuery();
  const [handOver, { isLoading }] = useHandOverMutation();
  const [choice, setChoice] = useState(NO_CHOICE);
  const [isMissing, setMissing] = useState(false);

  async function confirm() {
    setMissing(choice === NO_CHOICE);
    if (choice === NO_CHOICE || isLoading) return;
    const to = choice === UNASSIGNED ? null : choice;
    const toName = all?.find(({ id }) => id === to)?.name ?? null;
    const { error } = await handOver({ from: user.id, to, toName });
    if (!error) onClose();
  }

  return (
    <ConfirmDialog
      title="Hand over open tasks"
      message={openTasksSentence([user], counts)}
      confirmLabel="Hand over"
      busy={isLoading}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <HandOverSelect
        leavers={[user]}
        value={choice}
        unchosen="Choose a user..."
        error={isMissing ? "Please select a user" : undefined}
        onChoose={(next) => {
          setChoice(next);
          setMissing(false);
        }}
      />
      <HandOverProgress from={user.id} />
    </ConfirmDialog>
  );
}
