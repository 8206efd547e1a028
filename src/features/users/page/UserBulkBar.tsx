import { type ReactNode, useMemo } from "react";
import type { User } from "#contract/user.ts";
import { RUN_USERS_MAX } from "#contract/userRun.ts";
import { RunProgress } from "#features/jobs/RunProgress.tsx";
import { type Run, useGetRunQuery } from "#features/jobs/runsApi.ts";
import classes from "#features/selection/SelectionBar.module.css";
import { SelectionBar } from "#features/selection/SelectionBar.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import { ActivationButtons } from "#features/users/list/ActivationButtons.tsx";
import type { UserList } from "#features/users/list/useUserList.ts";
import { RunMenu } from "#features/users/runs/RunMenu.tsx";
import type { UserActions } from "#features/users/runs/useUserActions.tsx";
import { formatCount } from "#lib/text/formatCount.ts";
import { LiveText } from "#ui/toasts/LiveText.tsx";

interface UserBulkBarProps {
  users: readonly User[];
  list: UserList;
  selection: Selection;
  actions: UserActions;
  /** Other ways to select users. */
  begin: ReactNode;
  /** Selects users whom the table has not loaded. */
  more: ReactNode;
}

/** Actions on the selected users. */
export function UserBulkBar({ users, list, selection, actions, begin, more }: UserBulkBarProps) {
  const { ids } = selection;
  const isTooMany = actions.isTooMany(ids.size);

  return (
    <>
      {actions.others.map((other) => (
        <OtherRun key={other.id} run={other} />
      ))}
      <SelectionBar
        label="Selected users"
        place="above"
        selection={selection}
        hidden={useHidden(list, ids)}
        begin={begin}
        more={more}
        focusKey={actions.step}
        progress={actions.progress}
        result={actions.result}
      >
        {isTooMany && (
          <LiveText text={`An action changes at most ${formatCount(RUN_USERS_MAX)} users`} />
        )}
        <ActivationButtons users={users} ids={ids} actions={actions} />
        {actions.isOffered && !isTooMany && (
          <RunMenu onSelect={(action) => void actions.start({ action, ids: [...ids] })} />
        )}
      </SelectionBar>
      {actions.dialogs}
    </>
  );
}

/** A bulk action of another admin. */
function OtherRun({ run: listed }: { run: Run }) {
  const { kind, id } = listed;
  const { data: run = listed } = useGetRunQuery({ kind, id });
  return (
    <section aria-label={`Bulk action of ${run.created_by.name}`} className={classes.bar}>
      <RunProgress run={run} by={`${run.created_by.name}: `} />
    </section>
  );
}

/** How many of the selected users the table doesn't show. */
function useHidden({ users }: UserList, ids: Selection["ids"]): number {
  return useMemo(() => {
    const shownIds = new Set(users.map(({ id }) => id));
    return [...ids].filter((id) => !shownIds.has(id)).length;
  }, [users, ids]);
}
