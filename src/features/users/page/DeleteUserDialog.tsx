import { useState } from "react";
import type { User } from "#contract/shapes/user.ts";
import { HandOverProgress } from "#features/users/handOver/HandOverProgress.tsx";
import { HandOverSelect, NO_CHOICE } from "#features/users/handOver/HandOverSelect.tsx";
import { useHandOverMutation } from "#features/users/handOver/handOverApi.ts";
import { openTasksSentence } from "#features/users/handOver/openTasks.ts";
import { useOpenTasks } from "#features/users/handOver/useOpenTasks.ts";
import { useDeleteUserMutation } from "#features/users/userChangesApi.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";

/** Asks before a user is deleted (§8), and hands over their open tasks if the admin wishes. */
export function DeleteUserDialog({
  user,
  onDeleted,
  onClose,
}: {
  user: User;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const [deleteUser, { isLoading: isDeleting }] = useDeleteUserMutation();
  const [to, setTo] = useState(NO_CHOICE);
  const [handOver, { isLoading: isHandingOver }] = useHandOverMutation();
  const sentence = openTasksSentence([user], useOpenTasks([user]));
  const { data: users } = useGetUsersQuery(undefined, { skip: sentence === "" });
  const isBusy = isDeleting || isHandingOver;

  async function confirm() {
    if (isBusy) return;
    if (to !== NO_CHOICE) {
      const toName = users?.find(({ id }) => id === to)?.name ?? null;
      const { error } = await handOver({ from: user.id, to, toName, isFinal: true });
      if (error) return;
    }
    const { error } = await deleteUser(user.id);
    if (!error) onDeleted();
    onClose();
  }

  return (
    <ConfirmDialog
      title="Delete user"
      message={
        <>
          Are you sure you want to delete <bdi>{user.name}</bdi>? Their tasks become unassigned.
          This action cannot be undone.
        </>
      }
      confirmLabel="Delete"
      danger
      busy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {sentence && (
        <>
          <p>{sentence}</p>
          <HandOverSelect leavers={[user]} value={to} onChoose={setTo} />
          <HandOverProgress from={user.id} />
        </>
      )}
    </ConfirmDialog>
  );
}
