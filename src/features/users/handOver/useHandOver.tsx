import { type ReactNode, useState } from "react";
import type { User } from "#contract/user.ts";
import { Button } from "#ui/Button.tsx";
import { HandOverDialog } from "./HandOverDialog.tsx";
import { openTasksOf, openTasksSentence } from "./openTasks.ts";
import { useOpenTasks } from "./useOpenTasks.ts";

/** Offers to hand over the open tasks of users who are inactive. */
export function useHandOver(users: readonly User[]) {
  const inactive = users.filter(({ is_active }) => !is_active);
  const counts = useOpenTasks(inactive);
  const [leavers, setLeavers] = useState<readonly User[] | null>(null);

  return {
    counts,
    start: setLeavers,
    button: (deactivated: readonly User[]): ReactNode => {
      const tasks = openTasksOf(deactivated, counts);
      return (
        tasks && (
          <Button size="sm" onClick={() => setLeavers(deactivated)}>
            Hand over {tasks}
          </Button>
        )
      );
    },
    dialog: leavers && (
      <HandOverDialog users={leavers} counts={counts} onClose={() => setLeavers(null)} />
    ),
    announcement: (
      <Announcement inactive={inactive} sentence={(of) => openTasksSentence(of, counts)} />
    ),
  };
}

/** Tells screen readers about the open tasks of users who became inactive on this page. */
function Announcement({
  inactive,
  sentence,
}: {
  inactive: readonly User[];
  sentence: (users: readonly User[]) => string;
}) {
  const [known] = useState(() => new Set(inactive.map(({ id }) => id)));
  const newly = inactive.filter(({ id }) => !known.has(id));
  return <output className="visually-hidden">{sentence(newly)}</output>;
}
