import { UserRoundSearch } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { adviceOf } from "#api/errors.ts";
import type { User } from "#contract/user.ts";
import type { Selection } from "#features/bulk/useSelection.ts";
import { useIdleLoad, usePageTitle } from "#lib/hooks.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { Button } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";
import { Spinner } from "#ui/Spinner.tsx";
import { useHandOver } from "./handOver/useHandOver.tsx";
import { useKnownUsers } from "./list/useKnownUsers.ts";
import { WHOLE_LIST } from "./list/userView.ts";
import { type UserList, useUserList } from "./list/useUserList.ts";
import { useUserView } from "./list/useUserView.ts";
import { guardedUsers } from "./selection.ts";
import { UserBulkBar } from "./UserBulkBar.tsx";
import { UserFilterBar } from "./UserFilterBar.tsx";
import { UserTable } from "./UserTable.tsx";
import { useRowFocus } from "./useRowFocus.ts";
import { useUserSelection } from "./useUserSelection.ts";

const DeleteUserDialog = lazyPart(() => import("./DeleteUserDialog.tsx"));

interface UsersPageProps {
  actions: ReactNode;
  /** The open invitations and reset links. They load later, so they stand below. */
  openLinks: ReactNode;
  /** Undefined if the server makes no reset links. */
  onReset: ((user: User) => void) | undefined;
  /** Undefined if the server has no sign-in providers. */
  onProviders: ((user: User) => void) | undefined;
  /** The options of the filter by team. They fetch the teams' names. */
  teamOptions: ReactNode;
}

/** User management for admins (§2), for single users and in bulk. */
export function UsersPage({
  actions,
  openLinks,
  onReset,
  onProviders,
  teamOptions,
}: UsersPageProps) {
  usePageTitle("Users");
  const [view, setView] = useUserView();
  const list = useUserList(view);
  const { users: shown, loaded, info } = list;
  const own = useSelector(selectStoredUser);

  const known = useKnownUsers(list);
  const guarded = useMemo(
    () => guardedUsers(loaded, own?.id, info?.active_admins),
    [loaded, own?.id, info?.active_admins],
  );
  const selection = useUserSelection(known, shown, guarded);
  const handOver = useHandOver(loaded);

  const search = useRef<HTMLInputElement>(null);
  const { body, refocus } = useRowFocus(shown, search);
  useIdleLoad(loaded.length > 0, DeleteUserDialog.preload);
  const deletion = useDeletion(refocus, selection.set);
  // The same object, so that memoized rows don't render.
  const handlers = useMemo(
    () => ({ onReset, onProviders, onDelete: deletion.start }),
    [onReset, onProviders, deletion.start],
  );

  return (
    <>
      <PageHeader title="User Management" actions={actions} />
      {list.isLoading && <Spinner label="Loading users" />}
      {list.error && loaded.length === 0 && <FailedToFetch list={list} />}
      {(loaded.length > 0 || info !== null) && (
        <>
          <UserFilterBar
            search={search}
            view={view}
            count={list.total}
            teamOptions={info && teamOptions}
            onChange={setView}
          />
          <UserBulkBar users={known} list={list} selection={selection} handOver={handOver.button} />
          {handOver.announcement}
          {shown.length > 0 ? (
            <UserTable
              list={list}
              sort={view.sort}
              onSort={(sort) => setView({ ...view, sort })}
              guarded={guarded}
              selection={selection}
              body={body}
              counts={handOver.counts}
              onHandOver={handOver.start}
              handlers={handlers}
            />
          ) : (
            <NoUsers
              onReset={() => {
                setView({ ...WHOLE_LIST, sort: view.sort });
                search.current?.focus();
              }}
            />
          )}
        </>
      )}
      {openLinks}
      {deletion.dialog}
      {handOver.dialog}
    </>
  );
}

/** The dialog that deletes a user. Afterwards the user is not selected, and the focus is on another row. */
function useDeletion(refocus: () => void, select: Selection["set"]) {
  const [user, setUser] = useState<User | null>(null);
  const deleted = useRef(false);
  useEffect(() => {
    if (user || !deleted.current) return;
    deleted.current = false;
    refocus();
  }, [user, refocus]);
  return {
    start: setUser,
    dialog: (
      <Suspense fallback={null}>
        {user && (
          <DeleteUserDialog
            user={user}
            onDeleted={() => {
              deleted.current = true;
              select(user.id, false, false);
            }}
            onClose={() => setUser(null)}
          />
        )}
      </Suspense>
    ),
  };
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

function FailedToFetch({ list }: { list: UserList }) {
  return (
    <ErrorState
      title="Failed to fetch users"
      text={adviceOf(list.error)}
      isRetrying={list.isFetching}
      onRetry={list.refetch}
    />
  );
}
