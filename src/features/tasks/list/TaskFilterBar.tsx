import { type ReactNode, useMemo } from "react";
import { useSelector } from "react-redux";
import type { User } from "#contract/shapes/user.ts";
import { NOBODY, TASK_PRIORITIES, TASK_STATUSES, valuesOf } from "#contract/task.ts";
import type { Filters } from "#features/filters/listQuery.ts";
import { useChipTexts } from "#features/filters/useChipTexts.tsx";
import { userChoices } from "#features/users/usePeople.tsx";
import { selectStoredUser } from "#session/authSlice.ts";
import { Button } from "#ui/button/Button.tsx";
import { controlsOf, FilterBar, type ScreenFilters } from "#ui/filters/FilterBar.tsx";
import { FilterSelect } from "#ui/filters/FilterSelect.tsx";
import { SearchForm } from "#ui/filters/SearchForm.tsx";
import { LongSelect, type SelectChoice } from "#ui/picker/LongSelect.tsx";
import classes from "./TaskListPage.module.css";

const HINT = 'Finds all words in titles, descriptions and comments; "quotes" find a phrase';

const NO_USERS: readonly User[] = [];

/** The filters of the task list (§2). */
export function TaskFilterBar({
  users = NO_USERS,
  onlySearch,
  tools,
  onSearch,
  onLeave,
  ...screen
}: ScreenFilters<Filters> & {
  users?: readonly User[] | undefined;
  /** Whether a sheet holds the other filters, on a phone. */
  onlySearch: boolean;
  /** The tools of the list, beside the chips. */
  tools: ReactNode;
  /** Called when the user wants to go to the first hit. */
  onSearch: () => void;
  /** Moves the focus from a chip that will be removed. */
  onLeave: () => void;
}) {
  const { filters, onChoose } = controlsOf(screen);
  const myId = useSelector(selectStoredUser)?.id;
  const choices = useMemo(
    () => [
      { value: "", label: "All Assignees" },
      ...assigneeChoices(users, filters.assignee, myId),
    ],
    [users, filters.assignee, myId],
  );
  const bar = { filters, onChoose };
  return (
    <FilterBar
      {...screen}
      texts={useChipTexts(filters)}
      beside={tools}
      rowClass={classes.tools}
      onLeave={onLeave}
    >
      <SearchForm
        {...screen}
        label="Search tasks"
        title={HINT}
        placeholder="Search tasks..."
        onSubmit={onSearch}
      />
      {!onlySearch && (
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
          <Button onClick={() => screen.send({ type: "filtersReset" })}>Reset</Button>
        </>
      )}
    </FilterBar>
  );
}

/** The options' texts. One stands for several values, which only links and the other filters set. */
function textsOf(words: readonly string[], chosen: string): Record<string, string> {
  const values = valuesOf(chosen);
  const several = values.length > 1 && { [chosen]: values.join(", ") };
  return { ...several, ...Object.fromEntries(words.map((word) => [word, word])) };
}

/** The users. An option stands for several of them, or for one who isn't listed. */
function assigneeChoices(
  users: readonly User[],
  chosen: string,
  myId: string | undefined,
): SelectChoice[] {
  const isListed = chosen === "" || users.some(({ id }) => id === chosen);
  const other = { value: chosen, label: assigneeLabel(chosen) };
  return [...(isListed ? [] : [other]), ...userChoices(users, myId)];
}

function assigneeLabel(assignee: string): string {
  const { length } = valuesOf(assignee);
  if (assignee === NOBODY) return "Unassigned";
  return length > 1 ? `${length} assignees` : "One assignee";
}
