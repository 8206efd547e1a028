import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { useSelector } from "react-redux";
import { DUE_RANGES, type DueRange } from "#contract/due.ts";
import { NOBODY, TASK_PRIORITIES, TASK_STATUSES, valuesOf } from "#contract/task.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { cx } from "#lib/cx.ts";
import { selectStoredUser } from "#session/sessionSlice.ts";
import popover from "#ui/popover.module.css";
import { usePopover } from "#ui/usePopover.ts";
import classes from "./FilterPanel.module.css";
import { DUE_LABELS } from "./filterTexts.ts";
import type { FilterName, Filters } from "./listQuery.ts";
import { PeopleFilter } from "./PeopleFilter.tsx";

type PanelFilter = Exclude<FilterName, "search">;

/** The filters, and the function that sets one; "" clears it. */
interface Choice {
  filters: Filters;
  onChoose: (name: PanelFilter, value: string) => void;
}

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

/** Sets a filter, or clears it if it has that value. */
const toggle = ({ filters, onChoose }: Choice, name: PanelFilter, value: string) =>
  onChoose(name, filters[name] === value ? "" : value);

/**
 * The filters that a button opens: whose tasks, when due, which priority and team.
 *
 * @param props.withStatus whether to offer statuses, which are columns on the board
 */
export function FilterPanel({
  label,
  anchor,
  withStatus = false,
  onClose,
  children,
  ...choice
}: {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  withStatus?: boolean;
  onClose: () => void;
  children?: ReactNode;
} & Choice) {
  const { filters, onChoose } = choice;
  const myId = useSelector(selectStoredUser)?.id ?? "";
  const ref = usePopover({
    anchor,
    focused: (panel) => panel.querySelector("button"),
    onLeft: onClose,
  });

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
      aria-label={label}
      popover="manual"
      className={cx(popover.popover, classes.panel)}
      onKeyDown={handleKeyDown}
    >
      <Toggle isOn={filters.assignee === myId} onToggle={() => toggle(choice, "assignee", myId)}>
        My tasks
      </Toggle>
      <DueGroup {...choice}>{children}</DueGroup>
      <ValuesGroup
        label="Priority"
        values={TASK_PRIORITIES.toReversed()}
        chosen={filters.priority}
        onChoose={(value) => onChoose("priority", value)}
      />
      {withStatus && (
        <ValuesGroup
          label="Status"
          values={TASK_STATUSES}
          chosen={filters.status}
          onChoose={(value) => onChoose("status", value)}
        />
      )}
      <Group label="Assignee">
        <PeopleFilter
          chosen={valuesOf(filters.assignee)}
          onToggle={(id) => onChoose("assignee", toggled(filters.assignee, id))}
        />
      </Group>
      <TeamGroup {...choice} />
    </div>
  );
}

/** A filter that accepts several of these values. */
function ValuesGroup({
  label,
  values,
  chosen,
  onChoose,
}: {
  label: string;
  values: readonly string[];
  chosen: string;
  onChoose: (chosen: string) => void;
}) {
  return (
    <Group label={label}>
      {values.map((value) => (
        <Toggle
          key={value}
          isOn={valuesOf(chosen).includes(value)}
          onToggle={() => onChoose(toggled(chosen, value))}
        >
          {value}
        </Toggle>
      ))}
    </Group>
  );
}

function DueGroup({ children, ...choice }: Choice & { children: ReactNode }) {
  const { filters } = choice;
  return (
    <Group label="Due">
      <Toggle isOn={filters.overdue !== ""} onToggle={() => toggle(choice, "overdue", "true")}>
        {DUE_LABELS.overdue}
      </Toggle>
      {DUE_RANGES.map((range) => (
        <Toggle
          key={range}
          isOn={filters.due === range}
          onToggle={() => toggle(choice, "due", range)}
        >
          {DUE_TEXTS[range]}
        </Toggle>
      ))}
      {children}
    </Group>
  );
}

function TeamGroup(choice: Choice) {
  const { filters } = choice;
  const teams = Object.entries(useTeamNames() ?? {});
  if (teams.length === 0) return null;
  return (
    <Group label="Team">
      {teams.map(([id, name]) => (
        <Toggle key={id} isOn={filters.team === id} onToggle={() => toggle(choice, "team", id)}>
          {name}
        </Toggle>
      ))}
      <Toggle isOn={filters.team === NOBODY} onToggle={() => toggle(choice, "team", NOBODY)}>
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
