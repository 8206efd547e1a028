import { ListFilter } from "lucide-react";
import { type ComponentType, type RefObject, useState } from "react";
import { ROLE_LABELS } from "#contract/user.ts";
import {
  type DispatchUserView,
  serverFiltersOf,
  type UserViewState,
  userSortOf,
} from "#features/users/list/userView.ts";
import type { TeamSelect as TeamSelectType } from "#features/users/teamSelect.ts";
import { useSearchKey } from "#lib/commands/useSearchKey.ts";
import { cx } from "#lib/cx.ts";
import { typedText } from "#lib/filters/filtersMachine.ts";
import { countFilters, hasFilters } from "#lib/filters/view.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { SMALL_WINDOW, useMedia } from "#lib/useMedia.ts";
import { Button } from "#ui/button/Button.tsx";
import { type FilterProps, FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { FiltersInSheet } from "#ui/filters/FiltersInSheet.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import { MoreUserFilters } from "./MoreUserFilters.tsx";
import { UserFilterChips } from "./UserFilterChips.tsx";
import classes from "./UsersPage.module.css";
import { STATUS_LABELS } from "./userFilterTexts.ts";

/** Filters the table by name or email, role and status. A button shows more filters. */
export function UserFilterBar({
  search,
  filters: state,
  count,
  TeamSelect,
  TeamName,
  dispatchView,
  onSearch,
  onReset,
}: {
  search: RefObject<HTMLInputElement | null>;
  filters: UserViewState;
  /** The number of users that match the filters. */
  count: number;
  /** Null if the server has no more filters. */
  TeamSelect: TeamSelectType | null;
  TeamName: ComponentType<{ id: string }>;
  dispatchView: DispatchUserView;
  /** Called when the user wants to go to the first hit. */
  onSearch: () => void;
  /** Undefined if the page has such a button elsewhere. */
  onReset: (() => void) | undefined;
}) {
  const { filters } = state.query;
  const { search: _, ...others } = filters;
  const setCount = Object.keys(serverFiltersOf(filters)).length;
  const choose = (name: keyof typeof others, value: string) =>
    dispatchView({ type: "filterChosen", name, value });
  // Also open if the table is sorted by a column that a narrow window leaves out.
  const [isOpen, setOpen] = useState(
    setCount > 0 || /seen|teams|tasks/.test(userSortOf(state.query)),
  );
  const isSmall = useMedia(SMALL_WINDOW);
  return (
    <search className={classes.filters}>
      <UserSearch
        search={search}
        text={typedText(state)}
        onType={(text) => dispatchView({ type: "searchTyped", text })}
        onSearch={() => {
          dispatchView({ type: "typingPaused" });
          onSearch();
        }}
      />
      <LiveText text={countOf(count, "user")} className={classes.shown} />
      <FiltersInSheet count={countFilters(others)}>
        <div className={classes.choices}>
          <RoleAndStatus filters={filters} onChoose={choose} />
          {TeamSelect && !isSmall && (
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
          {TeamSelect && (isOpen || isSmall) && (
            <MoreUserFilters
              filters={filters}
              sort={userSortOf(state.query)}
              TeamSelect={TeamSelect}
              onChoose={choose}
              onSort={(sort) => dispatchView({ type: "sortChosen", sort })}
            />
          )}
        </div>
      </FiltersInSheet>
      {hasFilters(others) && (
        <UserFilterChips {...{ search, filters, TeamName, onReset }} onChoose={choose} />
      )}
    </search>
  );
}

function RoleAndStatus(bar: Omit<FilterProps<"role" | "status">, "name">) {
  return (
    <>
      <FilterSelect {...bar} name="role" label="Role" any="All Roles" texts={ROLE_LABELS} />
      <FilterSelect
        {...bar}
        name="status"
        label="Status"
        any="All Statuses"
        texts={STATUS_LABELS}
      />
    </>
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
