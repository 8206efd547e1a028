import { LayoutGrid, Rows3, Settings2 } from "lucide-react";
import type { ReactNode } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { Sort } from "#contract/task.ts";
import { ExportTasks } from "#features/exports/ExportTasks.tsx";
import { filtersEvent, selectListQuery, selectTaskQuery } from "#features/filters/filtersSlice.ts";
import { sortOf, TASK_VIEW } from "#features/filters/listQuery.ts";
import { labelGroups } from "#features/labels/labelGroups.ts";
import { useLabels } from "#features/labels/useLabels.ts";
import { LateViewBar } from "#features/views/LateViewBar.tsx";
import { paths } from "#lib/address/paths.ts";
import { cx } from "#lib/cx.ts";
import { sortKeyOf } from "#lib/text/sortOrder.ts";
import { IconButton } from "#ui/button/IconButton.tsx";
import { Select } from "#ui/form/Select.tsx";
import { Menu } from "#ui/menu/Menu.tsx";
import classes from "./ListTools.module.css";
import { MoreFilters } from "./MoreFilters.tsx";
import { HIDEABLE_COLUMNS } from "./view/columns.ts";
import {
  GROUPS_MAX,
  type Grouping,
  type ListView,
  lookOf,
  shownGrouping,
} from "./view/listView.ts";

const SORT_LABELS: Readonly<Record<Sort, string>> = {
  "-created": "Newest first",
  created: "Oldest first",
  due: "Due date, earliest first",
  "-due": "Due date, latest first",
  "-priority": "Priority, highest first",
  priority: "Priority, lowest first",
  "-changed": "Last changed first",
  changed: "Least recently changed",
  title: "Title, A to Z",
  "-title": "Title, Z to A",
  assignee: "Assignee, A to Z",
  "-assignee": "Assignee, Z to A",
  label: "Label, A to Z",
  "-label": "Label, Z to A",
};

const GROUP_LABELS: Readonly<Record<Grouping, string>> = {
  "": "No groups",
  due: "By due date",
  assignee: "By assignee",
  label: "By label",
};

/** More filters, the order of the list, and whether it is a table. */
export function ListTools({
  view,
  hasSheet,
  onChange,
}: {
  view: ListView;
  /** Whether all filters, the groups and the order are in a sheet, on a phone. */
  hasSheet: boolean;
  onChange: (change: Partial<ListView>) => void;
}) {
  const dispatch = useDispatch();
  const sort = sortOf(useSelector(selectListQuery));
  const query = useSelector(selectTaskQuery);
  const isTable = view.layout === "table";
  const group = shownGrouping(view, sort);

  const sortBy = (chosen: string) => dispatch(filtersEvent({ type: "sortChosen", sort: chosen }));

  function chooseGroup(chosen: Grouping) {
    onChange({ group: chosen });
    // Grouping needs rows that are sorted by the same field.
    if (chosen && chosen !== sortKeyOf(sort)) sortBy(chosen);
  }

  const order = (
    <>
      {isTable && (
        <Choice label="Group" value={group} labels={GROUP_LABELS} onChoose={chooseGroup} />
      )}
      <Choice label="Sort" value={sort} labels={SORT_LABELS} onChoose={sortBy} />
    </>
  );
  const views = <LateViewBar path={paths.tasks} spec={TASK_VIEW} look={lookOf(view)} />;
  return (
    <div className={cx(classes.tools, hasSheet && classes.spread)}>
      {!hasSheet && views}
      <MoreFilters order={hasSheet ? order : null} />
      {hasSheet && views}
      {!hasSheet && order}
      <ExportTasks query={query} />
      {isTable && <TableOptions view={view} onChange={onChange} />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a legend */}
      <div role="group" aria-label="View" className={classes.views}>
        <ViewButton
          label="Cards"
          icon={<LayoutGrid />}
          isOn={!isTable}
          onClick={() => onChange({ layout: "cards" })}
        />
        <ViewButton
          label="Table"
          icon={<Rows3 />}
          isOn={isTable}
          onClick={() => onChange({ layout: "table" })}
        />
      </div>
    </div>
  );
}

/** Which columns the table has, and how high its rows are. */
function TableOptions({
  view: { hidden, groups, dense },
  onChange,
}: {
  view: ListView;
  onChange: (change: Partial<ListView>) => void;
}) {
  const labels = useLabels() ?? [];
  const ofGroups = labelGroups(labels).map(({ key, name }) => {
    const others = groups.filter((other) => other !== key);
    const isShown = others.length < groups.length;
    return {
      label: name,
      several: true,
      checked: isShown,
      onSelect: () => onChange({ groups: isShown ? others : [...groups, key].slice(-GROUPS_MAX) }),
    };
  });
  const columns = HIDEABLE_COLUMNS.filter(({ name }) => name !== "labels" || labels.length > 0).map(
    ({ name, label }) => {
      const isShown = !hidden.includes(name);
      const others = hidden.filter((other) => other !== name);
      return {
        label,
        several: true,
        checked: isShown,
        onSelect: () => onChange({ hidden: isShown ? [...hidden, name] : others }),
      };
    },
  );
  const rows = {
    label: "Dense rows",
    several: true,
    checked: dense,
    onSelect: () => onChange({ dense: !dense }),
  };
  return (
    <Menu label="Table options" icon={<Settings2 />} items={[...columns, ...ofGroups, rows]} />
  );
}

function Choice<Value extends string>({
  label,
  value,
  labels,
  onChoose,
}: {
  label: string;
  value: Value;
  labels: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
}) {
  return (
    <Select
      aria-label={label}
      className={classes.choice}
      value={value}
      // The values of the options are the keys of the labels.
      onChange={({ target }) => onChoose(target.value as Value)}
    >
      {Object.entries<string>(labels).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </Select>
  );
}

function ViewButton({
  label,
  icon,
  isOn,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  isOn: boolean;
  onClick: () => void;
}) {
  return (
    <IconButton
      size="sm"
      label={label}
      icon={icon}
      aria-pressed={isOn}
      className={cx(classes.view, isOn && classes.on)}
      onClick={onClick}
    />
  );
}
