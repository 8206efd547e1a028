import { UserRoundSearch } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { adviceOf } from "#api/errors.ts";
import type { User } from "#contract/user.ts";
import { usePageTitle } from "#lib/hooks.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import { Button } from "#ui/Button.tsx";
import { EmptyState } from "#ui/EmptyState.tsx";
import { ErrorState } from "#ui/ErrorState.tsx";
import { PageHeader } from "#ui/PageHeader.tsx";
import { Spinner } from "#ui/Spinner.tsx";
import { DeleteUserDialog } from "./DeleteUserDialog.tsx";
import { useHandOver } from "./handOver/useHandOver.tsx";
import { filterUsers, guardedUsers, NO_FILTER } from "./selection.ts";
import { UserBulkBar } from "./UserBulkBar.tsx";
import { UserFilterBar } from "./UserFilterBar.tsx";
import { UserTable } from "./UserTable.tsx";
import { useRowFocus } from "./useRowFocus.ts";
import { useGetUsersQuery } from "./usersApi.ts";
import { useUserSelection } from "./useUserSelection.ts";

const NOBODY: User[] = [];

interface UsersPageProps {
  actions: ReactNode;
  /** The open invitations and reset links. They load later, so they stand below. */
  openLinks: ReactNode;
  /** Undefined if the server makes no reset links. */
  onReset: ((user: User) => void) | undefined;
  /** Undefined if the server has no sign-in providers. */
  onProviders: ((user: User) => void) | undefined;
}

/** User management for admins (§2), for single users and in bulk. */
export function UsersPage({ actions, openLinks, onReset, onProviders }: UsersPageProps) {
  usePageTitle("Users");
  const query = useGetUsersQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: users = NOBODY, isLoading } = query;
  const own = useSelector(selectStoredUser);
  const [filter, setFilter] = useState(NO_FILTER);

  const shown = useMemo(() => filterUsers(users, filter), [users, filter]);
  const guarded = useMemo(() => guardedUsers(users, own?.id), [users, own?.id]);
  const selection = useUserSelection(users, shown, guarded);
  const handOver = useHandOver(users);

  const search = useRef<HTMLInputElement>(null);
  const { body, refocus } = useRowFocus(shown, search);
  const deletion = useDeletion(users, refocus);
  // The same object, so that memoized rows don't render.
  const handlers = useMemo(
    () => ({ onReset, onProviders, onDelete: deletion.start }),
    [onReset, onProviders, deletion.start],
  );

  return (
    <>
      <PageHeader title="User Management" actions={actions} />
      {isLoading && <Spinner label="Loading users" />}
      {query.error && users.length === 0 && <FailedToFetch query={query} />}
      {users.length > 0 && (
        <>
          <UserFilterBar
            search={search}
            filter={filter}
            count={shown.length}
            onChange={setFilter}
          />
          <UserBulkBar
            users={users}
            shown={shown}
            selection={selection}
            handOver={handOver.button}
          />
          {handOver.announcement}
          {shown.length > 0 ? (
            <UserTable
              users={shown}
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
                setFilter(NO_FILTER);
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

/** The dialog that deletes a user. Afterwards the focus goes to another row. */
function useDeletion(users: readonly User[], refocus: () => void) {
  const [user, setUser] = useState<User | null>(null);
  const deleted = useRef(false);
  useEffect(() => {
    if (user || !deleted.current) return;
    deleted.current = false;
    refocus();
  }, [user, refocus]);
  return {
    start: setUser,
    dialog: user && (
      <DeleteUserDialog
        user={user}
        users={users}
        onDeleted={() => {
          deleted.current = true;
        }}
        onClose={() => setUser(null)}
      />
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

function FailedToFetch({ query }: { query: ReturnType<typeof useGetUsersQuery> }) {
  return (
    <ErrorState
      title="Failed to fetch users"
      text={adviceOf(query.error)}
      isRetrying={query.isFetching}
      onRetry={query.refetch}
    />
  );
}
