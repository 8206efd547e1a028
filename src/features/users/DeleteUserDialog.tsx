import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useDispatch } from "react-redux";
import { messagesOf } from "#api/errors.ts";
import type { User } from "#contract/user.ts";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import { HandOverSelect, NO_CHOICE } from "./handOver/HandOverSelect.tsx";
import { handOverAll } from "./handOver/handOverAll.ts";
import { openTasksSentence } from "./handOver/openTasks.ts";
import { useOpenTasks } from "./handOver/useOpenTasks.ts";
import { useDeleteUserMutation } from "./userChangesApi.ts";
import { useGetUsersQuery } from "./usersApi.ts";

/** Asks before a user is deleted (§8), and hands over their open tasks if the admin wishes. */
export default function DeleteUserDialog({
  user,
  onDeleted,
  onClose,
}: {
  user: User;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const dispatch = useDispatch();
  const [deleteUser, { isLoading: isDeleting }] = useDeleteUserMutation();
  const [to, setTo] = useState(NO_CHOICE);
  const [isHandingOver, setHandingOver] = useState(false);
  const sentence = openTasksSentence([user], useOpenTasks([user]));
  const { data: users } = useGetUsersQuery(undefined, { skip: sentence === "" });
  const isBusy = isDeleting || isHandingOver;

  async function confirm() {
    if (isBusy) return;
    if (to !== NO_CHOICE) {
      setHandingOver(true);
      const { error } = await handOverAll(user.id, to, dispatch);
      setHandingOver(false);
      if (error) {
        const failure = "Failed to hand over the open tasks";
        for (const message of messagesOf(error, failure)) toast.error(message);
        return;
      }
    }
    const { error } = await deleteUser(user.id);
    if (!error) onDeleted();
    onClose();
  }

  return (
    <ConfirmDialog
      title="Delete user"
      message={`Are you sure you want to delete ${user.name}? Their tasks become unassigned. This action cannot be undone.`}
      confirmLabel="Delete"
      danger
      busy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {sentence && (
        <>
          <p>{sentence}</p>
          {users && <HandOverSelect users={users} leavers={[user]} value={to} onChoose={setTo} />}
        </>
      )}
    </ConfirmDialog>
  );
}
