import { memo, useMemo } from "react";
import { useSelector } from "react-redux";
import { ROLE_LABELS, ROLES, type User } from "#contract/user.ts";
import { formatInstant } from "#lib/dates.ts";
import { Avatar } from "#ui/Avatar.tsx";
import { Badge } from "#ui/Badge.tsx";
import { Button } from "#ui/Button.tsx";
import { Select } from "#ui/Select.tsx";
import { selectBulk } from "./bulkSlice.ts";
import { useUpdateUserMutation } from "./usersApi.ts";
import type { Selection } from "./useSelection.ts";
import classes from "./UsersPage.module.css";

/** The users (§2). On a phone each row is a card. */
export function UserTable({
  users,
  guarded,
  selection,
  onDelete,
}: {
  users: User[];
  guarded: ReadonlyMap<string, string>;
  selection: Selection;
  onDelete: (user: User) => void;
}) {
  const bulk = useSelector(selectBulk);
  const failures = useMemo(
    () => new Map(bulk.failed.map(({ id, reason }) => [id, reason])),
    [bulk.failed],
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Select</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Role</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            guard={guarded.get(user.id)}
            failure={failures.get(user.id)}
            selected={selection.ids.has(user.id)}
            onSelect={selection.set}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </table>
  );
}

const UserRow = memo(function UserRow({
  user,
  guard,
  failure,
  selected,
  onSelect,
  onDelete,
}: {
  user: User;
  /** Why this user may not be changed. */
  guard: string | undefined;
  /** Why the last bulk action left this user out. */
  failure: string | undefined;
  selected: boolean;
  onSelect: Selection["set"];
  onDelete: (user: User) => void;
}) {
  const [updateUser, { isLoading }] = useUpdateUserMutation();
  const guardId = `guard-${user.id}`;
  const guardedBy = guard ? { disabled: true, "aria-describedby": guardId } : {};
  return (
    <tr className={selected ? classes.selected : undefined}>
      <td className={classes.tick}>
        <input
          type="checkbox"
          aria-label={`Select ${user.name}`}
          checked={selected}
          {...guardedBy}
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
          <span>
            {user.name}
            {guard && (
              <span id={guardId} className={classes.guard}>
                {guard}
              </span>
            )}
            {failure && <span className={classes.failure}>{failure}</span>}
          </span>
        </span>
      </th>
      <td data-label="Email" className={classes.email}>
        {user.email}
      </td>
      <td data-label="Role">
        <Select
          aria-label={`Role of ${user.name}`}
          className={classes.role}
          value={user.role}
          {...guardedBy}
          disabled={isLoading || guard !== undefined}
          onChange={({ target: { value } }) => {
            const role = ROLES.find((one) => one === value);
            if (role) void updateUser({ id: user.id, change: { role } });
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
          busy={isLoading}
          {...guardedBy}
          aria-label={`${user.is_active ? "Deactivate" : "Activate"} ${user.name}`}
          onClick={() => void updateUser({ id: user.id, change: { is_active: !user.is_active } })}
        >
          {user.is_active ? "Deactivate" : "Activate"}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          {...guardedBy}
          aria-label={`Delete ${user.name}`}
          onClick={() => onDelete(user)}
        >
          Delete
        </Button>
      </td>
    </tr>
  );
});
