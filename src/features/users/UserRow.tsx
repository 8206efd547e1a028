import { memo, type Ref } from "react";
import { ROLE_LABELS, ROLES, type User, type UserUpdate } from "#contract/user.ts";
import { formatInstant } from "#lib/dates.ts";
import { Avatar } from "#ui/Avatar.tsx";
import { Badge } from "#ui/Badge.tsx";
import { Button } from "#ui/Button.tsx";
import { Select } from "#ui/Select.tsx";
import { isWaiting } from "./selection.ts";
import classes from "./UserTable.module.css";
import type { Selection } from "./useSelection.ts";

/** One user of the table; it renders again only when something of this user changed. */
export const UserRow = memo(function UserRow({
  ref,
  index,
  user,
  guard,
  failure,
  pending,
  selected,
  onSelect,
  onChange,
  onDelete,
}: {
  ref?: Ref<HTMLTableRowElement> | undefined;
  index: number;
  user: User;
  /** Why this user may not be changed. */
  guard: string | undefined;
  /** Why the last bulk action left this user out. */
  failure: string | undefined;
  /** What is being changed right now. */
  pending: UserUpdate | undefined;
  selected: boolean;
  onSelect: Selection["set"];
  onChange: (id: User["id"], change: UserUpdate) => unknown;
  onDelete: (user: User) => void;
}) {
  const noteId = guard || failure ? `note-${user.id}` : undefined;
  const guarded = { disabled: guard !== undefined, "aria-describedby": guard && noteId };
  const verb = user.is_active ? "Deactivate" : "Activate";
  return (
    <tr
      ref={ref}
      data-index={index}
      data-user={user.id}
      aria-rowindex={index + 2}
      className={selected ? classes.selected : undefined}
    >
      <td className={classes.tick}>
        <input
          type="checkbox"
          data-control="tick"
          aria-label={`Select ${user.name}`}
          checked={selected}
          disabled={guard !== undefined}
          aria-describedby={noteId}
          // Shift is for a range of ticks here, not for selecting the text between.
          onMouseDown={(event) => {
            if (event.shiftKey) event.preventDefault();
          }}
          onChange={({ target, nativeEvent }) =>
            onSelect(
              user.id,
              target.checked,
              nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
            )
          }
        />
      </td>
      <th scope="row" data-label="Name">
        <span className={classes.person}>
          <Avatar name={user.name} size="sm" decorative />
          <span className={classes.who}>
            <span className={classes.name}>{user.name}</span>
            {isWaiting(user) && <span className={classes.note}>Waiting for approval</span>}
            {(guard ?? failure) && (
              <span id={noteId} className={guard ? classes.note : classes.failure}>
                {guard ?? failure}
              </span>
            )}
          </span>
        </span>
      </th>
      <td data-label="Email" className={classes.email}>
        <span title={user.email}>{user.email}</span>
      </td>
      <td data-label="Role">
        <Select
          data-control="role"
          aria-label={`Role of ${user.name}`}
          className={classes.role}
          value={pending?.role ?? user.role}
          {...guarded}
          aria-busy={pending?.role !== undefined || undefined}
          onChange={({ target: { value } }) => {
            const role = ROLES.find((one) => one === value);
            if (role) onChange(user.id, { role });
          }}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_LABELS[role]}
            </option>
          ))}
        </Select>
      </td>
      <td data-label="Status">
        <Badge tone={user.is_active ? "green" : "grey"}>
          {user.is_active ? "Active" : "Inactive"}
        </Badge>
      </td>
      <td data-label="Created" className={classes.created}>
        {formatInstant(user.created_at)}
      </td>
      <td className={classes.actions}>
        <Button
          size="sm"
          data-control="active"
          className={classes.toggle}
          busy={pending?.is_active !== undefined}
          {...guarded}
          aria-label={`${verb} ${user.name}`}
          onClick={() => onChange(user.id, { is_active: !user.is_active })}
        >
          {verb}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          data-control="delete"
          {...guarded}
          aria-label={`Delete ${user.name}`}
          onClick={() => onDelete(user)}
        >
          Delete
        </Button>
      </td>
    </tr>
  );
});
