import { useMemo } from "react";
import { useDispatch, useSelector } from "react-redux";
import { NOBODY, TASK_PRIORITIES, TASK_STATUSES, valuesOf } from "#contract/task.ts";
import type { User } from "#contract/user.ts";
import { userChoices } from "#features/users/usePeople.tsx";
import { Button } from "#ui/button/Button.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { SearchField } from "#ui/filters/SearchField.tsx";
import { LongSelect, type SelectChoice } from "#ui/picker/LongSelect.tsx";
import classes from "./FilterBar.module.css";
import {
  filterChosen,
  filtersReset,
  searchTyped,
  selectListQuery,
  selectSearchText,
  typingPaused,
} from "./filtersSlice.ts";

const HINT = 'Finds all words in titles, descriptions and comments; "quotes" find a phrase';

const NO_USERS: readonly User[] = [];

/** The filters of the task list (§2). */
export function FilterBar({
  users = NO_USERS,
  onlySearch,
  onSearch,
}: {
  users?: readonly User[] | undefined;
  /** Whether a sheet holds the other filters, on a phone. */
  onlySearch: boolean;
  /** Called when the user wants to go to the first hit. */
  onSearch: () => void;
}) {
  const dispatch = useDispatch();
  return (
    <form
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a form, so that Enter searches at once
      role="search"
      className={classes.bar}
      onSubmit={(event) => {
        event.preventDefault();
        dispatch(typingPaused());
        onSearch();
      }}
    >
      <SearchBox />
      {!onlySearch && <Choices users={users} />}
    </form>
  );
}

function Choices({ users }: { users: readonly User[] }) {
  const dispatch = useDispatch();
  const { filters } = useSelector(selectListQuery);
  const choices = useMemo(
    () => [{ value: "", label: "All Assignees" }, ...assigneeChoices(users, filters.assignee)],
    [users, filters.assignee],
  );
  const onChoose = (name: "priority" | "status" | "assignee", value: string) =>
    dispatch(filterChosen({ name, value }));
  const bar = { filters, onChoose };
  return (
    <>
      <FilterSelect
        {...bar}
        name="priority"
        label="Priority"
        any="All Priorities"
        texts={textsOf(TASK_PRIORITIES, filters.priority)}
      />
      <FilterSelect
        {...bar}
        name="status"
        label="Status"
        any="All Statuses"
        texts={textsOf(TASK_STATUSES, filters.status)}
      />
      <LongSelect
        name="assignee"
        label="Assignee"
        value={filters.assignee}
        choices={choices}
        isSet={filters.assignee !== ""}
        onChoose={(value) => onChoose("assignee", value)}
      />
      <Button className={classes.reset} onClick={() => dispatch(filtersReset())}>
        Reset
      </Button>
    </>
  );
}

/** The options' texts. One stands for several values, which only links and the other filters set. */
function textsOf(words: readonly string[], chosen: string): Record<string, string> {
  const values = valuesOf(chosen);
  const several = values.length > 1 && { [chosen]: values.join(", ") };
  return { ...several, ...Object.fromEntries(words.map((word) => [word, word])) };
}

/** The users. An option stands for several of them, or for one who isn't listed. */
function assigneeChoices(users: readonly User[], chosen: string): SelectChoice[] {
  const isListed = chosen === "" || users.some(({ id }) => id === chosen);
  const other = { value: chosen, label: assigneeLabel(chosen) };
  return [...(isListed ? [] : [other]), ...userChoices(users)];
}

function assigneeLabel(assignee: string): string {
  const { length } = valuesOf(assignee);
  if (assignee === NOBODY) return "Unassigned";
  return length > 1 ? `${length} assignees` : "One assignee";
}

function SearchBox() {
  const dispatch = useDispatch();
  const text = useSelector(selectSearchText);
  return (
    <div className={classes.search}>
      <SearchField
        label="Search tasks"
        title={HINT}
        placeholder="Search tasks..."
        value={text}
        onChange={({ target }) => dispatch(searchTyped({ text: target.value }))}
      />
    </div>
  );
}
