import { KeyRound, LogIn } from "lucide-react";
import type { User } from "#contract/shapes/user.ts";
import { ROLES } from "#contract/user.ts";
import { isWaiting } from "#features/users/filterUsers.ts";
import { useUpdateUserMutation } from "#features/users/userChangesApi.ts";
import { ROLE_OPTIONS } from "#ui/badges/RoleBadge.tsx";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { Options } from "#ui/form/Options.tsx";
import { Select } from "#ui/form/Select.tsx";
import classes from "./UserTable.module.css";

/** The actions of a row's buttons. Undefined if the server has no such call. */
export interface RowHandlers {
  onReset: ((user: User) => void) | undefined;
  onProviders: ((user: User) => void) | undefined;
  onDelete: (user: User) => void;
}

interface ControlProps {
  user: User;
  guarded: { disabled: boolean; "aria-describedby": string | undefined };
}

/** The buttons that change a user. */
export function RowActions({ onReset, onProviders, onDelete, ...row }: ControlProps & RowHandlers) {
  const { user } = row;
  return (
    <>
      <ActivateButton {...row} />
      <DeleteButton {...row} onDelete={onDelete} />
      {onReset && user.is_active && (
        <IconButton
          size="sm"
          label={`Password reset link for ${user.name}`}
          icon={<KeyRound />}
          className={classes.more}
          {...row.guarded}
          onClick={() => onReset(user)}
        />
      )}
      {onProviders && (
        <IconButton
          size="sm"
          label={`Sign-in providers of ${user.name}`}
          icon={<LogIn />}
          className={classes.more}
          onClick={() => onProviders(user)}
        />
      )}
    </>
  );
}

/** The role, which changes at once. */
export function RoleSelect({ user, guarded }: ControlProps) {
  const [updateUser, { isLoading, originalArgs }] = useUpdateUserMutation();
  const pending = isLoading ? originalArgs?.change.role : undefined;

  function choose(value: string) {
    const role = ROLES.find((one) => one === value);
    if (role && !isLoading) void updateUser({ id: user.id, change: { role }, former: user });
  }

  return (
    <Select
      data-control="role"
      aria-label={`Role of ${user.name}`}
      className={classes.role}
      value={pending ?? user.role}
      {...guarded}
      aria-busy={isLoading || undefined}
      onChange={({ target }) => choose(target.value)}
    >
      <Options list={ROLE_OPTIONS} />
    </Select>
  );
}

function ActivateButton({ user, guarded }: ControlProps) {
  const [updateUser, { isLoading }] = useUpdateUserMutation();
  const { id, name, is_active } = user;
  // An approval can't be taken back by the same call.
  const former = isWaiting(user) ? undefined : user;
  const verb = is_active ? "Deactivate" : "Activate";
  return (
    <Button
      size="sm"
      variant="ghost"
      data-control="active"
      className={classes.toggle}
      busy={isLoading}
      {...guarded}
      aria-label={`${verb} ${name}`}
      onClick={() => void updateUser({ id, change: { is_active: !is_active }, former })}
    >
      {verb}
    </Button>
  );
}

function DeleteButton({
  user,
  guarded,
  onDelete,
}: ControlProps & { onDelete: (user: User) => void }) {
  return (
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
  );
}
