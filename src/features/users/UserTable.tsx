import { type RefObject, useMemo } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/user.ts";
import type { Selection } from "#features/bulk/useSelection.ts";
import { cx } from "#lib/cx.ts";
import table from "#ui/table.module.css";
import type { OpenTaskCounts } from "./handOver/handOverApi.ts";
import { openTasksOf } from "./handOver/openTasks.ts";
import { type RowHandlers, UserRow } from "./UserRow.tsx";
import classes from "./UserTable.module.css";
import { useRows } from "./useRows.ts";
import { activationOf, selectUserBulk } from "./userBulk.ts";

const COLUMNS = ["Name", "Email", "Role", "Status", "Created", "Actions"] as const;

/** The table of users (§2). On a phone each row is a card. */
export function UserTable({
  users,
  guarded,
  selection,
  body,
  counts,
  onHandOver,
  handlers,
}: {
  users: readonly User[];
  guarded: ReadonlyMap<string, string>;
  selection: Selection;
  body: RefObject<HTMLTableSectionElement | null>;
  /** The open tasks of inactive users. */
  counts: OpenTaskCounts;
  onHandOver: (users: readonly User[]) => void;
  handlers: RowHandlers;
}) {
  const { failed, action } = useSelector(selectUserBulk);
  const failures = useMemo(() => new Map(failed.map(({ id, reason }) => [id, reason])), [failed]);
  const { rows, before, after, measure } = useRows(users, body);

  return (
    <div className={classes.container}>
      <table className={cx(table.table, classes.table)} aria-rowcount={users.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes.tick}>
              <span className="visually-hidden">Select</span>
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className={classes[`col${name}`]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Space height={before} />
          {rows.map((index) => {
            const user = users[index];
            if (!user) return null;
            return (
              <UserRow
                key={user.id}
                ref={measure}
                index={index}
                user={user}
                guard={guarded.get(user.id)}
                // Hides the error once the user has the wanted status.
                failure={
                  user.is_active === activationOf(action) ? undefined : failures.get(user.id)
                }
                selected={selection.ids.has(user.id)}
                onSelect={selection.set}
                openTasks={user.is_active ? "" : openTasksOf([user], counts)}
                onHandOver={onHandOver}
                handlers={handlers}
              />
            );
          })}
          <Space height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** Takes the space of the rows that are not rendered. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden="true" className={classes.space} style={{ height }} />;
}
