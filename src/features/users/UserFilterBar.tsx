import type { Ref } from "react";
import { countOf } from "#lib/formatCount.ts";
import { FilterSelect } from "#ui/FilterSelect.tsx";
import { Options } from "#ui/Options.tsx";
import { ROLE_OPTIONS } from "#ui/RoleBadge.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import type { UserFilter } from "./selection.ts";
import classes from "./UsersPage.module.css";

/** Filters the table by name or email, role and status. */
export function UserFilterBar({
  search,
  filter,
  count,
  onChange,
}: {
  search: Ref<HTMLInputElement>;
  filter: UserFilter;
  /** The number of users that match the filter. */
  count: number;
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
      <FilterSelect
        label="Role"
        value={filter.role}
        onChoose={(role) => onChange({ ...filter, role: role as UserFilter["role"] })}
      >
        <option value="">All Roles</option>
        <Options list={ROLE_OPTIONS} />
      </FilterSelect>
      <FilterSelect
        label="Status"
        value={filter.status}
        onChoose={(status) => onChange({ ...filter, status: status as UserFilter["status"] })}
      >
        <option value="">All Statuses</option>
        <option value="active">Active</option>
        <option value="inactive">Inactive</option>
        <option value="waiting">Waiting for approval</option>
      </FilterSelect>
      <output className={classes.shown}>{countOf(count, "user")}</output>
    </search>
  );
}
