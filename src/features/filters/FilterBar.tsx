import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useDispatch, useSelector } from "react-redux";
import { SEARCH_MAX, TASK_PRIORITIES, TASK_STATUSES } from "#contract/task.ts";
import type { User } from "#contract/user.ts";
import { Button } from "#ui/Button.tsx";
import { Field } from "#ui/Field.tsx";
import { Select } from "#ui/Select.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./FilterBar.module.css";
import {
  filterChosen,
  filtersReset,
  searchTyped,
  selectListQuery,
  selectSearchText,
  typingPaused,
} from "./filtersSlice.ts";

const NO_USERS: readonly User[] = [];

/** The task list's filters (§2). */
export function FilterBar({ users = NO_USERS }: { users?: readonly User[] | undefined }) {
  const dispatch = useDispatch();
  const { filters } = useSelector(selectListQuery);
  return (
    <form
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a form, so that Enter asks at once
      role="search"
      className={classes.bar}
      onSubmit={(event) => {
        event.preventDefault();
        dispatch(typingPaused());
      }}
    >
      <SearchBox />
      <Choice name="priority" label="Priority" value={filters.priority}>
        <option value="">All Priorities</option>
        {TASK_PRIORITIES.map((priority) => (
          <option key={priority}>{priority}</option>
        ))}
      </Choice>
      <Choice name="status" label="Status" value={filters.status}>
        <option value="">All Statuses</option>
        {TASK_STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </Choice>
      <Choice name="assignee" label="Assignee" value={filters.assignee}>
        <option value="">All Assignees</option>
        {users.map(({ id, name, is_active }) => (
          <option key={id} value={id}>
            {is_active ? name : `${name} (inactive)`}
          </option>
        ))}
        {/* A shared address may name someone whom this list lacks, or not yet has. */}
        {filters.assignee && !users.some(({ id }) => id === filters.assignee) && (
          <option value={filters.assignee}>One assignee</option>
        )}
      </Choice>
      <Button className={classes.reset} onClick={() => dispatch(filtersReset())}>
        Reset
      </Button>
    </form>
  );
}

function SearchBox() {
  const dispatch = useDispatch();
  const text = useSelector(selectSearchText);
  return (
    <div className={classes.search}>
      <Field label="Search tasks" labelHidden limited={{ text, max: SEARCH_MAX, name: "Search" }}>
        {(props) => (
          <div className={classes.around}>
            <Search className={classes.glass} aria-hidden="true" />
            <TextInput
              {...props}
              type="search"
              name="search"
              aria-keyshortcuts="/"
              placeholder="Search tasks..."
              autoComplete="off"
              enterKeyHint="search"
              className={classes.box}
              value={text}
              onChange={(event) => dispatch(searchTyped({ text: event.target.value }))}
            />
            <kbd className={classes.key} aria-hidden="true">
              /
            </kbd>
          </div>
        )}
      </Field>
    </div>
  );
}

function Choice({
  name,
  label,
  value,
  children,
}: {
  name: "priority" | "status" | "assignee";
  label: string;
  value: string;
  children: ReactNode;
}) {
  const dispatch = useDispatch();
  return (
    <Select
      name={name}
      aria-label={label}
      className={value ? classes.chosen : classes.choice}
      value={value}
      onChange={(event) => dispatch(filterChosen({ name, value: event.target.value }))}
    >
      {children}
    </Select>
  );
}
