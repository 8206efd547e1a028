import { useState } from "react";
import { useDispatch } from "react-redux";
import type { User } from "#contract/user.ts";
import { userBulk } from "#features/users/userBulk.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { ConfirmDialog } from "#ui/ConfirmDialog.tsx";
import { HandOverSelect, NO_CHOICE, UNASSIGNED } from "./HandOverSelect.tsx";
import type { OpenTaskCounts } from "./handOverApi.ts";
import { openTasksOf, openTasksSentence } from "./openTasks.ts";

/** Hands over the open tasks of users. The bar of bulk actions shows the progress and the result. */
export default function HandOverDialog({
  users,
  counts,
  onClose,
}: {
  users: readonly User[];
  counts: OpenTaskCounts;
  onClose: () => void;
}) {
  const dispatch = useDispatch();
  const { data: all } = useGetUsersQuery();
  const [choice, setChoice] = useState(NO_CHOICE);
  const [isMissing, setMissing] = useState(false);
  const leavers = users.filter(({ id }) => counts[id]);

  function handOver() {
    if (choice === NO_CHOICE) {
      setMissing(true);
      return;
    }
    const to = choice === UNASSIGNED ? null : choice;
    const toName = all?.find(({ id }) => id === to)?.name ?? null;
    const tasks = openTasksOf(leavers, counts);
    const items = leavers.map(({ id }) => ({ id, change: { to } }));
    const action = { kind: "handOver" as const, toName, tasks };
    dispatch(userBulk.actions.bulkRequested({ action, items }));
    onClose();
  }

  return (
    <ConfirmDialog
      title="Hand over open tasks"
      message={openTasksSentence(leavers, counts)}
      confirmLabel="Hand over"
      onConfirm={handOver}
      onCancel={onClose}
    >
      <HandOverSelect
        users={all}
        leavers={leavers}
        value={choice}
        unchosen="Choose a user..."
        error={isMissing ? "Please select a user" : undefined}
        onChoose={(next) => {
          setChoice(next);
          setMissing(false);
        }}
      />
    </ConfirmDialog>
  );
}
