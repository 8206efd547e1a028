import { ArrowRightLeft } from "lucide-react";
import { memo, type ReactNode, type Ref } from "react";
import type { TaskRun } from "#contract/shapes/run.ts";
import type { User } from "#contract/shapes/user.ts";
import type { ListedUser } from "#contract/shapes/userList.ts";
import { RowCheckbox } from "#features/selection/RowCheckbox.tsx";
import type { Selection } from "#features/selection/useSelection.ts";
import { isWaiting } from "#features/users/filterUsers.ts";
import { HandedOverNote, OpenTasksNote } from "#features/users/handOver/OpenTasksNote.tsx";
import { formatInstant } from "#lib/dates/day.ts";
import { Avatar } from "#ui/badges/Avatar.tsx";
import { Badge } from "#ui/badges/Badge.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { CountsNote, MoreCells, SeenNote } from "./MoreCells.tsx";
import { RoleSelect, RowActions, type RowHandlers } from "./UserControls.tsx";
import classes from "./UserTable.module.css";

interface RowProps {
  ref?: Ref<HTMLTableRowElement> | undefined;
  index: number;
  user: ListedUser;
  /** Whether the server sends more fields than §3 lists. */
  isListed: boolean;
  /** Why this user may not be changed. */
  guard: string | undefined;
  /** Why the last bulk action failed for this user. */
  failure: string | undefined;
  selected: boolean;
  /** An inactive user's open tasks, such as "3 open tasks". */
  openTasks: string;
  /** The hand-over of the user's tasks that can be undone. */
  handedOver: TaskRun | undefined;
  onSelect: Selection["set"];
  onHandOver: (user: ListedUser) => void;
  handlers: RowHandlers;
}

/** A row of the table. Memoized: it renders only when its own user changes. */
export const UserRow = memo(function UserRow({
  ref,
  index,
  selected,
  onSelect,
  failure,
  ...cells
}: RowProps) {
  const { user, guard } = cells;
  const note = guard ?? failure;
  const noteId = note && `note-${user.id}`;
  return (
    <tr
      ref={ref}
      data-index={index}
      data-user={user.id}
      aria-rowindex={index + 2}
      className={selected ? classes.selected : undefined}
    >
      <td className={classes.tick}>
        <label>
          <RowCheckbox
            aria-label={`Select ${user.name}`}
            checked={selected}
            disabled={guard !== undefined}
            aria-describedby={noteId}
            onTick={(isSelected, isRange) => onSelect(user.id, isSelected, isRange)}
          />
        </label>
      </td>
      <UserCells {...cells} note={note} noteId={noteId} />
    </tr>
  );
});

type CellsProps = Omit<RowProps, "ref" | "index" | "selected" | "onSelect" | "failure"> & {
  note: string | undefined;
  noteId: string | undefined;
};

/** The cells that a tick doesn't change. Memoized, because one press can tick hundreds of rows. */
const UserCells = memo(function UserCells({
  user,
  isListed,
  guard,
  note,
  noteId,
  openTasks,
  handedOver,
  onHandOver,
  handlers,
}: CellsProps) {
  const guarded = { disabled: guard !== undefined, "aria-describedby": guard && noteId };
  return (
    <>
      <th scope="row" data-label="Name">
        <Person user={user}>
          {note && (
            <span id={noteId} className={guard ? classes.note : classes.failure}>
              {note}
            </span>
          )}
          {openTasks && (
            <OpenTasksNote
              user={user}
              tasks={openTasks}
              isCounted={isListed}
              onHandOver={() => onHandOver(user)}
            />
          )}
          {handedOver && <HandedOverNote user={user} run={handedOver} />}
        </Person>
      </th>
      <td data-label="Email" className={classes.email}>
        <Email address={user.email} />
        {isListed && <CountsNote user={user} />}
      </td>
      <td data-label="Role">
        <RoleSelect user={user} guarded={guarded} />
      </td>
      <td data-label="Status">
        <Badge tone={user.is_active ? "green" : "grey"}>
          {user.is_active ? "Active" : "Inactive"}
        </Badge>
      </td>
      <td data-label="Created" className={classes.created}>
        <span>{formatInstant(user.created_at)}</span>
        {isListed && <SeenNote user={user} />}
      </td>
      {isListed && <MoreCells user={user} />}
      <td className={classes.actions}>
        <RowActions user={user} guarded={guarded} {...handlers} />
        {user.is_active && user.open_tasks ? (
          <IconButton
            size="sm"
            label={`Hand over the open tasks of ${user.name}`}
            icon={<ArrowRightLeft />}
            className={classes.more}
            data-control="handOver"
            onClick={() => onHandOver(user)}
          />
        ) : null}
      </td>
    </>
  );
});

function Person({ user, children }: { user: User; children: ReactNode }) {
  return (
    <span className={classes.person}>
      <Avatar name={user.name} size="sm" decorative />
      <span className={classes.who}>
        <span dir="auto" className={classes.name}>
          {user.name}
        </span>
        {isWaiting(user) && <span className={classes.note}>Waiting for approval</span>}
        {children}
      </span>
    </span>
  );
}

/** An address. If it needs two lines, the second one begins with the "@". */
function Email({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf("@"), 0);
  return (
    <span className={classes.address} title={address}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
