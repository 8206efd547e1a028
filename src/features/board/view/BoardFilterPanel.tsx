import { type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useDispatch, useSelector } from "react-redux";
import { NOBODY, TASK_PRIORITIES, valuesOf } from "#contract/task.ts";
import { selectBoardFilters } from "#features/board/filter/boardFilterSelectors.ts";
import { boardFiltersSlice } from "#features/board/filter/boardFiltersSlice.ts";
import type { PanelFilter } from "#features/board/filter/filterLabels.ts";
import { DUE_LABELS, DUE_RANGES, type DueRange } from "#features/filters/dueRange.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import classes from "./BoardFilterPanel.module.css";
import { PeopleFilter } from "./PeopleFilter.tsx";
import { usePopover } from "./usePopover.ts";

const { filterChosen } = boardFiltersSlice.actions;

/** Shorter than the chips' texts, because the group's label says what they are about. */
const DUE_TEXTS: Readonly<Record<DueRange, string>> = {
  today: "Today",
  week: "This week",
  "next-week": "Next week",
  none: "No date",
};

/** Adds a value to a filter that accepts several, or removes it. */
const toggled = (filter: string, value: string): string => {
  const values = valuesOf(filter);
  const others = values.filter((other) => other !== value);
  return (others.length < values.length ? others : [...values, value]).join();
};

/** The filters beside the search: whose tasks, when due, which priority and team. */
export function BoardFilterPanel({
  anchor,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { filters, choose, toggle } = useChoice();
  const myId = useSelector(selectStoredUser)?.id ?? "";
  const ref = usePopover(anchor, onClose);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
    anchor.current?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from any of its controls
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an open <dialog> would hold back the keys of the page
      role="dialog"
      aria-label="Filter the board"
      popover="manual"
      className={classes.panel}
      onKeyDown={handleKeyDown}
    >
      <Toggle isOn={filters.assignee === myId} onToggle={() => toggle("assignee", myId)}>
        My tasks
      </Toggle>
      <DueGroup />
      <Group label="Priority">
        {TASK_PRIORITIES.toReversed().map((priority) => (
          <Toggle
            key={priority}
            isOn={valuesOf(filters.priority).includes(priority)}
            onToggle={() => choose("priority", toggled(filters.priority, priority))}
          >
            {priority}
          </Toggle>
        ))}
      </Group>
      <Group label="Assignee">
        <PeopleFilter
          chosen={valuesOf(filters.assignee)}
          onToggle={(id) => choose("assignee", toggled(filters.assignee, id))}
        />
      </Group>
      <TeamGroup />
    </div>
  );
}

/** The board's filters, and the functions that set one, or clear it if it has that value. */
function useChoice() {
  const dispatch = useDispatch();
  const filters = useSelector(selectBoardFilters);
  const choose = (name: PanelFilter, value: string) => dispatch(filterChosen({ name, value }));
  const toggle = (name: PanelFilter, value: string) =>
    choose(name, filters[name] === value ? "" : value);
  return { filters, choose, toggle };
}

function DueGroup() {
  const { filters, toggle } = useChoice();
  return (
    <Group label="Due">
      <Toggle isOn={filters.overdue !== ""} onToggle={() => toggle("overdue", "true")}>
        {DUE_LABELS.overdue}
      </Toggle>
      {DUE_RANGES.map((range) => (
        <Toggle key={range} isOn={filters.due === range} onToggle={() => toggle("due", range)}>
          {DUE_TEXTS[range]}
        </Toggle>
      ))}
    </Group>
  );
}

function TeamGroup() {
  const { filters, toggle } = useChoice();
  const teams = Object.entries(useTeamNames() ?? {});
  if (teams.length === 0) return null;
  return (
    <Group label="Team">
      {teams.map(([id, name]) => (
        <Toggle key={id} isOn={filters.team === id} onToggle={() => toggle("team", id)}>
          {name}
        </Toggle>
      ))}
      <Toggle isOn={filters.team === NOBODY} onToggle={() => toggle("team", NOBODY)}>
        No team
      </Toggle>
    </Group>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.values}>{children}</div>
    </fieldset>
  );
}

function Toggle({
  isOn,
  onToggle,
  children,
}: {
  isOn: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-pressed={isOn} className={classes.value} onClick={onToggle}>
      {children}
    </button>
  );
}
