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
import { cx } from "#lib/cx.ts";
import { countFilters } from "#lib/filters/view.ts";
import { countOf } from "#lib/text/formatCount.ts";
import { SMALL_WINDOW, useMedia } from "#lib/useMedia.ts";
import { Button } from "#ui/button/Button.tsx";
import { controlsOf, FilterBar } from "#ui/filters/FilterBar.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { FiltersInSheet } from "#ui/filters/FiltersInSheet.tsx";
import { SearchForm } from "#ui/filters/SearchForm.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import { MoreUserFilters } from "./MoreUserFilters.tsx";
import classes from "./UsersPage.module.css";
import { chipTexts, STATUS_LABELS } from "./userFilterTexts.tsx";

/** Filters the table by name or email, role and status. A button shows more filters. */
export function UserFilterBar({
  box,
  view,
  send,
  count,
  TeamSelect,
  TeamName,
  onSearch,
  onReset,
}: {
  /** The search box. */
  box: RefObject<HTMLInputElement | null>;
  view: UserViewState;
  send: DispatchUserView;
  /** The number of users that match the filters. */
  count: number;
  /** Null if the server has no more filters. */
  TeamSelect: TeamSelectType | null;
  TeamName: ComponentType<{ id: string }>;
  /** Called when the user wants to go to the first hit. */
  onSearch: () => void;
  /** Undefined if the page has such a button elsewhere. */
  onReset: (() => void) | undefined;
}) {
  const bar = controlsOf({ view, send });
  const sort = userSortOf(view.query);
  const setCount = Object.keys(serverFiltersOf(bar.filters)).length;
  // Also open if the table is sorted by a column that a narrow window leaves out.
  const [isOpen, setOpen] = useState(setCount > 0 || /seen|teams|tasks/.test(sort));
  const isSmall = useMedia(SMALL_WINDOW);
  const hasChips = countFilters({ ...bar.filters, search: "" }) > 0;
  return (
    <FilterBar
      {...{ view, send }}
      texts={chipTexts(TeamName)}
      beside={
        hasChips &&
        onReset && (
          <Button size="sm" variant="ghost" onClick={onReset}>
            Reset filters
          </Button>
        )
      }
    >
      <SearchForm
        {...{ view, send, box }}
        label="Search users"
        placeholder="Name or email..."
        onSubmit={onSearch}
      />
      <LiveText text={countOf(count, "user")} className={classes.shown} />
      <FiltersInSheet filters={bar.filters}>
        <FilterSelect {...bar} name="role" label="Role" any="All Roles" texts={ROLE_LABELS} />
        <FilterSelect
          {...bar}
          name="status"
          label="Status"
          any="All Statuses"
          texts={STATUS_LABELS}
        />
        {TeamSelect && !isSmall && (
          <MoreButton count={setCount} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        )}
        {TeamSelect && (isOpen || isSmall) && (
          <MoreUserFilters
            {...bar}
            sort={sort}
            TeamSelect={TeamSelect}
            onSort={(chosen) => send({ type: "sortChosen", sort: chosen })}
          />
        )}
      </FiltersInSheet>
    </FilterBar>
  );
}

/** Shows more filters, and says how many of them are set. */
function MoreButton({
  count,
  isOpen,
  onToggle,
}: {
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<ListFilter />}
      className={cx(classes.more, count > 0 && classes.set)}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      More filters
      {count > 0 && <span className="visually-hidden">{`, ${count} set`}</span>}
    </Button>
  );
}
