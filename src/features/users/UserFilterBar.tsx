import { ListFilter } from "lucide-react";
import { type ComponentType, type ReactNode, type RefObject, Suspense, useState } from "react";
import { cx } from "#lib/cx.ts";
import { countOf } from "#lib/formatCount.ts";
import { lazyPart } from "#lib/lazyPart.tsx";
import { useSearchKey } from "#lib/useSearchKey.ts";
import { Button } from "#ui/Button.tsx";
import { FilterSelect } from "#ui/FilterSelect.tsx";
import { LiveText } from "#ui/LiveText.tsx";
import { Options } from "#ui/Options.tsx";
import { ROLE_OPTIONS } from "#ui/RoleBadge.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import { hasUserFilters, serverFiltersOf, type UserView } from "./list/userView.ts";
import classes from "./UsersPage.module.css";

const MoreUserFilters = lazyPart(() => import("./list/MoreUserFilters.tsx"));
const UserFilterChips = lazyPart(() => import("./list/UserFilterChips.tsx"));

/** Filters the table by name or email, role and status. A button shows more filters. */
export function UserFilterBar({
  search,
  view,
  count,
  teamOptions,
  TeamName,
  onChange,
  onSearch,
  onReset,
}: {
  search: RefObject<HTMLInputElement | null>;
  view: UserView;
  /** The number of users that match the view. */
  count: number;
  /** Null if the server has no more filters. */
  teamOptions: ReactNode;
  TeamName: ComponentType<{ id: string }>;
  onChange: (view: UserView) => void;
  /** Called when the user wants to go to the first hit. */
  onSearch: () => void;
  /** Undefined if the page has such a button elsewhere. */
  onReset: (() => void) | undefined;
}) {
  const setCount = Object.keys(serverFiltersOf(view)).length;
  // Also open if the table is sorted by a column that a narrow window leaves out.
  const [isOpen, setOpen] = useState(setCount > 0 || /seen|teams|tasks/.test(view.sort));
  return (
    <search className={classes.filters}>
      <UserSearch
        search={search}
        text={view.text}
        onType={(text) => onChange({ ...view, text })}
        onSearch={onSearch}
      />
      <FilterSelect
        label="Role"
        value={view.role}
        onChoose={(role) => onChange({ ...view, role: role as UserView["role"] })}
      >
        <option value="">All Roles</option>
        <Options list={ROLE_OPTIONS} />
      </FilterSelect>
      <FilterSelect
        label="Status"
        value={view.status}
        onChoose={(status) => onChange({ ...view, status: status as UserView["status"] })}
      >
        <option value="">All Statuses</option>
        <option value="active">Active</option>
        <option value="inactive">Inactive</option>
        <option value="waiting">Waiting for approval</option>
      </FilterSelect>
      <LiveText text={countOf(count, "user")} className={classes.shown} />
      {teamOptions && (
        <Button
          size="sm"
          variant="ghost"
          icon={<ListFilter />}
          className={cx(classes.more, setCount > 0 && classes.set)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          More filters
          {setCount > 0 && <span className="visually-hidden">{`, ${setCount} set`}</span>}
        </Button>
      )}
      {teamOptions && isOpen && (
        <Suspense fallback={<div className={classes.moreFilters} />}>
          <MoreUserFilters view={view} teamOptions={teamOptions} onChange={onChange} />
        </Suspense>
      )}
      {hasUserFilters(view) && (
        <Suspense fallback={<div className={classes.chips} />}>
          <UserFilterChips {...{ search, view, TeamName, onChange, onReset }} />
        </Suspense>
      )}
    </search>
  );
}

function UserSearch({
  search,
  text,
  onType,
  onSearch,
}: {
  search: RefObject<HTMLInputElement | null>;
  text: string;
  onType: (text: string) => void;
  onSearch: () => void;
}) {
  useSearchKey(search);
  return (
    <TextInput
      ref={search}
      type="search"
      aria-label="Search users"
      placeholder="Name or email..."
      aria-keyshortcuts="/"
      value={text}
      onKeyDown={(event) => {
        const { key, nativeEvent } = event;
        if ((key !== "Enter" && key !== "ArrowDown") || nativeEvent.isComposing) return;
        event.preventDefault();
        onSearch();
      }}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
