import { useState } from "react";
import type { User } from "#contract/user.ts";
import type { ListedUser } from "#contract/userList.ts";
import { HandOverDialog } from "./HandOverDialog.tsx";
import { openTasksSentence } from "./openTasks.ts";
import { useOpenTasks } from "./useOpenTasks.ts";

/** Offers to hand over the open tasks of users who are inactive. */
export function useHandOver(users: readonly ListedUser[]) {
  const inactive = users.filter(({ is_active }) => !is_active);
  const counts = useOpenTasks(inactive);
  const [leaver, setLeaver] = useState<User | null>(null);

  return {
    counts,
    start: setLeaver,
    /** The dialog, and the announcement for screen readers. */
    parts: (
      <>
        <Announcement users={users} sentence={(of) => openTasksSentence(of, counts)} />

        {leaver && <HandOverDialog user={leaver} counts={counts} onClose={() => setLeaver(null)} />}
      </>
    ),
  };
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
