import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo, useState } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/shapes/user.ts";
import type { ListedUser } from "#contract/shapes/userList.ts";
import { DAY_MS } from "#contract/time.ts";
import { canUndo, type Run, useGetRunsQuery } from "#features/runs/runsApi.ts";
import { useGetUsersQuery } from "#features/users/usersApi.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { ConfirmDialog } from "#ui/dialog/ConfirmDialog.tsx";
import { HandOverProgress } from "./HandOverProgress.tsx";
import { HandOverSelect, NO_CHOICE, UNASSIGNED } from "./HandOverSelect.tsx";
import { useHandOverMutation } from "./handOverApi.ts";
import { openTasksSentence, withListed } from "./openTasks.ts";
import { useOpenTasks } from "./useOpenTasks.ts";

/** Hand-overs by the user who had the tasks. */
export type HandedOver = ReadonlyMap<User["id"], Run & { kind: "task" }>;

/** Offers to hand over the open tasks of users, and to undo that. */
export function useHandOver(users: readonly ListedUser[]) {
  const inactive = users.filter(({ is_active }) => !is_active);
  const counts = useOpenTasks(inactive);
  const [leaver, setLeaver] = useState<ListedUser | null>(null);

  return {
    counts,
    handedOver: useHandedOver(),
    start: setLeaver,
    /** The dialog, and the announcement for screen readers. */
    parts: (
      <>
        <Announcement users={users} sentence={(of) => openTasksSentence(of, counts)} />
        {leaver && <HandOverDialog user={leaver} onClose={() => setLeaver(null)} />}
      </>
    ),
  };
}

/** The caller's hand-overs of the last day that can be undone, the newest of each user. */
function useHandedOver(): HandedOver {
  const hasExtensions = useSelector(selectHasExtensions);
  const { data: runs, fulfilledTimeStamp = 0 } = useGetRunsQuery(
    hasExtensions ? "task" : skipToken,
  );
  return useMemo(() => {
    const since = fulfilledTimeStamp - DAY_MS;
    const undoable = (runs ?? []).flatMap((run) =>
      run.kind === "task" && run.from && canUndo(run) && Date.parse(run.created_at) > since
        ? [[run.from.id, run] as const]
        : [],
    );
    return new Map(undoable.toReversed());
  }, [runs, fulfilledTimeStamp]);
}

/** Tells screen readers about the open tasks of users who became inactive on this page. */
function Announcement({
  users,
  sentence,
}: {
  users: readonly User[];
  sentence: (users: readonly User[]) => string;
}) {
  const [wereActive, setWereActive] = useState<ReadonlySet<string>>(new Set());
  const active = users.flatMap(({ id, is_active }) => (is_active ? id : []));
  if (active.some((id) => !wereActive.has(id))) {
    setWereActive(new Set([...wereActive, ...active]));
  }
  const newly = users.filter(({ id, is_active }) => !is_active && wereActive.has(id));
  return <output className="visually-hidden">{sentence(newly)}</output>;
}

/** Hands over the open tasks of a user. */
function HandOverDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const counts = { ...withListed({}, [user]), ...useOpenTasks([user]) };
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
