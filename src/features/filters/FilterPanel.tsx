import { type ReactNode, useState } from "react";
import { useSelector } from "react-redux";
import { DUE_RANGES, type DueRange } from "#contract/dueFilter.ts";
import { NOBODY, TASK_PRIORITIES, TASK_STATUSES, valuesOf } from "#contract/task.ts";
import { useTeamNames } from "#features/teams/useTeamNames.ts";
import { personOption, usePeople } from "#features/users/usePeople.tsx";
import { selectStoredUser } from "#session/authSlice.ts";
import { Group, OptionsGroup, Toggle, toggled } from "./FilterGroup.tsx";
import classes from "./FilterPanel.module.css";
import { creatorLabel, DELEGATED_LABEL, DUE_LABELS } from "./filterTexts.ts";
import { LabelGroup } from "./LabelGroup.tsx";
import type { FilterName, Filters } from "./listQuery.ts";

/** The filters for which selects stand beside the list's button. */
const SELECTS = ["priority", "status", "assignee"] as const;

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

/** Sets a filter, or clears it if it has that value. */
const toggle = ({ filters, onChoose }: Choice, name: PanelFilter, value: string) =>
  onChoose(name, filters[name] === value ? "" : value);

/**
 * The filters that a {@link FilterOpener} shows: whose tasks, when due, which priority, team and
 * labels.
 *
 * @param props.withStatus whether to offer statuses, which are columns on the board, and the creator
 * @param props.hasSelects whether selects for one priority, status or assignee stand beside it. Then it has
 * several of them in a part of its own, which is closed unless several are chosen.
 */
export function FilterPanel({
  withStatus = false,
  hasSelects = false,
  children,
  footer,
  ...choice
}: {
  withStatus?: boolean;
  hasSelects?: boolean;
  children?: ReactNode;
  footer?: ReactNode;
} & Choice) {
  const { filters } = choice;
  const myId = useSelector(selectStoredUser)?.id ?? "";
  const [hasSeveral] = useState(SELECTS.some((name) => valuesOf(filters[name]).length > 1));
  const several = <SeveralValues {...choice} withStatus={withStatus} />;
  return (
    <>
      <div className={classes.values}>
        {!hasSelects && (
          <Toggle
            isOn={filters.assignee === myId}
            onToggle={() => toggle(choice, "assignee", myId)}
          >
            My tasks
          </Toggle>
        )}
        {withStatus && <CreatorToggles {...choice} myId={myId} />}
      </div>
      <DueGroup {...choice}>{children}</DueGroup>
      {!hasSelects && several}
      <TeamGroup {...choice} />
      <LabelGroup {...choice} />
      {hasSelects && (
        <details open={hasSeveral}>
          <summary className={classes.legend}>Several priorities, statuses or people</summary>
          <div className={classes.several}>{several}</div>
        </details>
      )}
      {footer}
    </>
  );
}

/** The filters of which a select has one value at a time. */
function SeveralValues({ withStatus, ...choice }: Choice & { withStatus: boolean }) {
  const { filters, onChoose } = choice;
  return (
    <>
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
      <PeopleGroup {...choice} />
    </>
  );
}

/** What the user has created, and what of it others have. */
function CreatorToggles({ myId, ...choice }: Choice & { myId: string }) {
  const { filters } = choice;
  return (
    <>
      <Toggle
        isOn={filters.created_by === myId}
        onToggle={() => toggle(choice, "created_by", myId)}
      >
        {creatorLabel(true)}
      </Toggle>
      <Toggle isOn={filters.delegated !== ""} onToggle={() => toggle(choice, "delegated", "true")}>
        {DELEGATED_LABEL}
      </Toggle>
    </>
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

/** Nobody, the user, then the other active people and the chosen ones. */
function PeopleGroup({ filters, onChoose }: Choice) {
  const chosen = valuesOf(filters.assignee);
  const onToggle = (id: string) => onChoose("assignee", toggled(filters.assignee, id));
  const people = usePeople().filter(({ id, isActive }) => isActive || chosen.includes(id));
  const options = people.map((one) =>
    personOption(one, chosen.includes(one.id), () => onToggle(one.id)),
  );
  const nobody = {
    key: NOBODY,
    label: "Unassigned",
    checked: chosen.includes(NOBODY),
    onSelect: () => onToggle(NOBODY),
  };
  return <OptionsGroup label="Assignee" options={[nobody, ...options]} several />;
}

function TeamGroup(choice: Choice) {
  const teams = Object.entries(useTeamNames() ?? {});
  if (teams.length === 0) return null;
  const options = [...teams, [NOBODY, "No team"] as const].map(([id, name]) => ({
    key: id,
    label: name,
    checked: choice.filters.team === id,
    onSelect: () => toggle(choice, "team", id),
  }));
  return <OptionsGroup label="Team" options={options} />;
}
