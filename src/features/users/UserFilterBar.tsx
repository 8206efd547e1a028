import type { Ref } from "react";
import { ROLE_LABELS, ROLES } from "#contract/user.ts";
import { Select } from "#ui/Select.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import type { UserFilter } from "./selection.ts";
import classes from "./UsersPage.module.css";

/** Narrows the table by name or email, role and status. */
export function UserFilterBar({
  search,
  filter,
  shown,
  onChange,
}: {
  search: Ref<HTMLInputElement>;
  filter: UserFilter;
  /** How many users the filter lets through. */
  shown: number;
  onChange: (filter: UserFilter) => void;
}) {
  return (
    <search className={classes.filters}>
      <TextInput
        ref={search}
        type="search"
        aria-label="Search users"
        placeholder="Name or email..."
        value={filter.text}
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      <Select
        aria-label="Role"
        value={filter.role}
        onChange={({ target }) => onChange({ ...filter, role: target.value as UserFilter["role"] })}
      >
        <option value="">All Roles</option>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Status"
        value={filter.status}
        onChange={({ target }) =>
          onChange({ ...filter, status: target.value as UserFilter["status"] })
        }
      >
        <option value="">All Statuses</option>
        <option value="active">Active</option>
        <option value="inactive">Inactive</option>
        <option value="waiting">Waiting for approval</option>
      </Select>
      <output className={classes.shown}>{shown === 1 ? "1 user" : `${shown} users`}</output>
    </search>
  );
}
