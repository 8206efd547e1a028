import { UserRoundSearch } from "lucide-react";
import { type ComponentType, type ReactNode, useMemo, useRef, useState } from "react";
import type { User } from "#contract/shapes/user.ts";
import type { Selection } from "#features/selection/useSelection.ts";
import { useHandOver } from "#features/users/handOver/useHandOver.tsx";
import { UserTable } from "#features/users/list/UserTable.tsx";
import { USER_LIST, userSortOf } from "#features/users/list/userView.ts";
import { useUserList } from "#features/users/list/useUserList.ts";
import { useUserSelection } from "#features/users/list/useUserSelection.ts";
import { useUserActions } from "#features/users/runs/useUserActions.tsx";
import type { TeamSelect as TeamSelectType } from "#features/users/teamSelect.ts";
import { useFirstHit } from "#lib/commands/useFirstHit.ts";
import { useScreenFilters } from "#lib/filters/useFiltersInAddress.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { LoadFailure } from "#sync/connection/LoadState.tsx";
import { Button } from "#ui/button/Button.tsx";
import { Spinner } from "#ui/button/Spinner.tsx";
import { LateRowKeys } from "#ui/lists/LateRowKeys.tsx";
import { focusRow, rowsIn } from "#ui/lists/rows.ts";
import { useFollowRow } from "#ui/lists/useFollowRow.ts";
import { EmptyState } from "#ui/page/EmptyState.tsx";
import { PageHeader } from "#ui/page/PageHeader.tsx";
import { DeleteUserDialog } from "./DeleteUserDialog.tsx";
import { UserBulkBar } from "./UserBulkBar.tsx";
import { UserFilterBar } from "./UserFilterBar.tsx";

interface UsersPageProps {
  actions: ReactNode;
  /** The open invitations and reset links. Their data arrives later, so they stand below. */
  openLinks: ReactNode;
  /** Undefined if the server makes no reset links. */
  onReset: ((user: User) => void) | undefined;
  /** Undefined if the server has no sign-in providers. */
  onProviders: ((user: User) => void) | undefined;
  /** The options of the filter by team. They fetch the teams' names. */
  TeamSelect: TeamSelectType;
  /** A team's name. It fetches the teams' names, too. */
  TeamName: ComponentType<{ id: string }>;
}

/** User management for admins (§2), for single users and in bulk. */
export function UsersPage({
  actions: pageActions,
  openLinks,
  onReset,
  onProviders,
  TeamSelect,
  TeamName,
}: UsersPageProps) {
  usePageTitle("Users");
  const [filters, dispatchView] = useScreenFilters(USER_LIST);
  const list = useUserList(filters);
  const { users: shown, loaded, info } = list;
  const { known, guarded, selection, addKnown } = useUserSelection(list);
  const handOver = useHandOver(loaded);
  const actions = useUserActions(selection, TeamSelect);

  const search = useRef<HTMLInputElement>(null);
  function resetFilters() {
    dispatchView({ type: "filtersReset" });
    search.current?.focus();
  }

  const body = useRef<HTMLTableSectionElement>(null);
  const goToFirstHit = useFirstHit(list.isSettled, () => void focusRow(rowsIn(body.current)[0]));
  const deletion = useDeletion(selection.set);
  useFollowRow(body, deletion.dialog ? null : shown, { fallback: () => search.current });
  // The same object, so that memoized rows don't render.
  const handlers = useMemo(
    () => ({ onReset, onProviders, onDelete: deletion.start }),
    [onReset, onProviders, deletion.start],
  );

  return (
    <>
      <PageHeader title="User Management" actions={pageActions} />
      {list.isLoading && <Spinner label="Loading users" />}
      {list.error && !loaded.length && <LoadFailure query={list} title="Failed to fetch users" />}
      {(loaded.length > 0 || info !== null) && (
        <>
          <UserFilterBar
            box={search}
            view={filters}
            send={dispatchView}
            count={list.total}
            TeamSelect={info ? TeamSelect : null}
            TeamName={TeamName}
            onSearch={goToFirstHit}
            onReset={shown.length > 0 ? resetFilters : undefined}
          />
          <UserBulkBar
            users={known}
            actions={actions}
            {...{ list, guarded, selection, addKnown }}
          />
          {shown.length > 0 ? (
            <UserTable
              list={list}
              sort={userSortOf(filters.query)}
              onSort={(sort) => dispatchView({ type: "sortChosen", sort })}
              guarded={guarded}
              selection={selection}
              body={body}
              counts={handOver.counts}
              handedOver={handOver.handedOver}
              failureOf={actions.failureOf}
              onHandOver={handOver.start}
              handlers={handlers}
            />
          ) : (
            <NoUsers onReset={resetFilters} />
          )}
        </>
      )}
      <LateRowKeys list={body} selected={selection} />
      {openLinks}
      {deletion.dialog}
      {handOver.parts}
    </>
  );
}

/** The dialog that deletes a user. Afterwards the user is not selected. */
function useDeletion(select: Selection["set"]) {
  const [user, start] = useState<User | null>(null);
  const dialog = user && (
    <DeleteUserDialog
      user={user}
      onDeleted={() => select(user.id, false)}
      onClose={() => start(null)}
    />
  );
  return { start, dialog };
}

function NoUsers({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState
      icon={<UserRoundSearch />}
      title="No users found"
      text="No user matches these filters."
      action={<Button onClick={onReset}>Reset filters</Button>}
    />
  );
}
