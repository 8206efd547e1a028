import { useMemo, useState } from "react";
import { RUN_ITEMS_MAX, type UserRunAction } from "#contract/run.ts";
import type { User } from "#contract/shapes/user.ts";
import { RunProgress } from "#features/runs/RunProgress.tsx";
import { type Run, useGetRunQuery } from "#features/runs/runsApi.ts";
import { SelectAllButton } from "#features/selection/SelectAllButton.tsx";
import classes from "#features/selection/SelectionBar.module.css";
import { SelectionBar } from "#features/selection/SelectionBar.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import { SelectByList } from "#features/users/byAddress/SelectByList.tsx";
import type { UserList } from "#features/users/list/useUserList.ts";
import type { SelectMoreProps } from "#features/users/list/useUserSelection.ts";
import type { UserActions } from "#features/users/runs/useUserActions.tsx";
import { useLazyListAllUsersQuery } from "#features/users/userListApi.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import { Button } from "#ui/button/Button.tsx";
import { Menu } from "#ui/menu/Menu.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";

interface UserBulkBarProps extends SelectMoreProps {
  users: readonly User[];
  actions: UserActions;
}

/** Actions on the selected users. */
export function UserBulkBar({ users, actions, ...more }: UserBulkBarProps) {
  const { list, selection } = more;
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
        begin={<SelectByList {...more} />}
        more={<MoreUsers {...more} />}
        focusKey={actions.step}
        progress={actions.progress}
        result={actions.result}
      >
        {isTooMany && (
          <LiveText text={`An action changes at most ${formatCount(RUN_ITEMS_MAX)} users`} />
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

/** Activates or deactivates those selected users whose status differs. */
function ActivationButtons({
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
      {active ? "Activate" : "Deactivate"} {formatCount(targetIds.length)}
    </Button>
  ));
}

const ACTIONS: readonly (readonly [action: UserRunAction, label: string])[] = [
  ["role", "Change role…"],
  ["add_to_team", "Add to team…"],
  ["remove_from_team", "Remove from team…"],
  ["end_sessions", "End sessions…"],
  ["delete", "Delete…"],
];

/** The actions on the selected users that only a run has. Each asks before it begins. */
function RunMenu({ onSelect }: { onSelect: (action: UserRunAction) => void }) {
  return (
    <Menu
      label="More actions…"
      text
      items={ACTIONS.map(([action, label]) => ({ label, onSelect: () => onSelect(action) }))}
    />
  );
}

/** Offers to select users whom the table has not loaded, once all others are selected. */
function MoreUsers(props: SelectMoreProps) {
  const {
    list,
    guarded,
    selection: { ids, selectable },
  } = props;
  const isOffered = list.users.length < list.total && ids.size + guarded.size < list.total;
  if (!isOffered || !selectable.every((id) => ids.has(id))) return null;
  return <SelectMatchingUsers key={JSON.stringify(list.args)} {...props} />;
}

/** Selects all users that match the filters, including those that the table has not loaded yet. */
function SelectMatchingUsers({
  list: { args },
  selection: { replace },
  addKnown,
}: SelectMoreProps) {
  const [readAll] = useLazyListAllUsersQuery();

  async function load() {
    const { data: users } = await readAll(args);
    if (!users) return null;
    addKnown(users);
    return users.map(({ id }) => id);
  }

  return (
    <SelectAllButton load={load} failure="Failed to select all users" onLoaded={replace}>
      Select all that match
    </SelectAllButton>
  );
}
