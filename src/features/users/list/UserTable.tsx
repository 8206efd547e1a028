import { type ReactNode, type Ref, type RefObject, Suspense } from "react";
import type { ListedUser } from "#contract/shapes/userList.ts";
import type { UserSort } from "#contract/userList.ts";
import type { Selection } from "#features/selection/useSelection.ts";
import type { OpenTaskCounts } from "#features/users/handOver/handOverApi.ts";
import { openTasksOf } from "#features/users/handOver/openTasks.ts";
import type { HandedOver } from "#features/users/handOver/useHandOver.tsx";
import type { UserActions } from "#features/users/runs/useUserActions.tsx";
import { cx } from "#lib/cx.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { type TableColumn, TableHead } from "#ui/lists/TableHead.tsx";
import table from "#ui/lists/table.module.css";
import type { RowHandlers } from "./UserControls.tsx";
import { UserRow } from "./UserRow.tsx";
import classes from "./UserTable.module.css";
import type { UserList } from "./useUserList.ts";

/** Lists up to this length are rendered completely, so that the browser's own search finds every row. */
const MAX_RENDERED_ROWS = 100;
/** The rows of a longer list until the code that measures it has arrived. */
const FIRST_ROWS = Array.from({ length: 30 }, (_, index) => index);

/** The columns of §2. */
const COLUMNS: readonly TableColumn<UserSort>[] = [
  { name: "colName", label: "Name", sort: "name" },
  { name: "colEmail", label: "Email", sort: "email" },
  { name: "colRole", label: "Role", sort: "role" },
  { name: "colStatus", label: "Status", sort: "status" },
  { name: "colCreated", label: "Created", sort: "-created" },
];

/** The additional columns of a server that sends more fields. */
const MORE_COLUMNS: readonly TableColumn<UserSort>[] = [
  { name: "colSeen", label: "Last seen", sort: "-seen" },
  { name: "colTeams", label: "Teams", sort: "-teams" },
  { name: "colTasks", label: "Open tasks", sort: "-tasks" },
];

const ACTIONS: TableColumn<UserSort> = { name: "colActions", label: "Actions" };

const VirtualRows = lazyPart(() => import("./VirtualRows.tsx"));

/** The table of users (§2). On a phone each row is a card. */
export function UserTable({
  list,
  sort,
  onSort,
  guarded,
  selection,
  body,
  counts,
  handedOver,
  failureOf,
  onHandOver,
  handlers,
}: {
  list: UserList;
  sort: UserSort;
  /** Gets the next order; "" for the usual one. */
  onSort: (sort: UserSort | "") => void;
  guarded: ReadonlyMap<string, string>;
  selection: Selection;
  body: RefObject<HTMLTableSectionElement | null>;
  /** The open tasks of inactive users. */
  counts: OpenTaskCounts;
  handedOver: HandedOver;
  failureOf: UserActions["failureOf"];
  onHandOver: (user: ListedUser) => void;
  handlers: RowHandlers;
}) {
  const { users, total, info } = list;
  const row = (index: number, measure?: Ref<HTMLTableRowElement>): ReactNode => {
    const user = users[index];
    if (!user) return null;
    return (
      <UserRow
        key={user.id}
        ref={measure}
        index={index}
        user={user}
        isListed={info !== null}
        guard={guarded.get(user.id)}
        failure={failureOf(user)}
        selected={selection.ids.has(user.id)}
        onSelect={selection.set}
        openTasks={user.is_active ? "" : openTasksOf([user], counts)}
        handedOver={handedOver.get(user.id)}
        onHandOver={onHandOver}
        handlers={handlers}
      />
    );
  };

  return (
    <div className={classes.container}>
      <table
        className={cx(table.table, classes.table, info && classes.listed)}
        aria-rowcount={total + 1}
        aria-busy={list.isPending || undefined}
      >
        <TableHead
          columns={[...COLUMNS, ...(info ? MORE_COLUMNS : []), ACTIONS]}
          classes={classes}
          hasTicks
          rowIndex={1}
          sort={sort}
          onSort={onSort}
        />
        <Suspense fallback={<tbody ref={body}>{FIRST_ROWS.map((index) => row(index))}</tbody>}>
          {total > MAX_RENDERED_ROWS ? (
            <VirtualRows list={list} body={body} row={row} />
          ) : (
            <tbody ref={body}>{users.map((_user, index) => row(index))}</tbody>
          )}
        </Suspense>
      </table>
    </div>
  );
}
