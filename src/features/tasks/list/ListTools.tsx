import { LayoutGrid, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { Sort } from "#contract/task.ts";
import { ExportTasks } from "#features/exports/ExportTasks.tsx";
import { startExportsListeners } from "#features/exports/exportsListeners.ts";
import { selectListQuery, selectTaskQuery, sortChosen } from "#features/filters/filtersSlice.ts";
import { sortOf } from "#features/filters/listQuery.ts";
import { cx } from "#lib/cx.ts";
import { IconButton } from "#ui/IconButton.tsx";
import { Select } from "#ui/Select.tsx";
import { sortKeyOf } from "./columns.ts";
import classes from "./ListTools.module.css";
import type { Grouping, ListView } from "./listView.ts";
import { MoreFilters } from "./MoreFilters.tsx";

export const storeParts = { listeners: [startExportsListeners] };

const SORT_LABELS: Readonly<Record<Sort, string>> = {
  "-created": "Newest first",
  created: "Oldest first",
  due: "Due date, earliest first",
  "-due": "Due date, latest first",
  "-priority": "Priority, highest first",
  priority: "Priority, lowest first",
  "-changed": "Last changed first",
  changed: "Last changed last",
  title: "Title, A to Z",
  "-title": "Title, Z to A",
  assignee: "Assignee",
  "-assignee": "Assignee, reversed",
};

const GROUP_LABELS: Readonly<Record<Grouping, string>> = {
  "": "No groups",
  due: "By due date",
  assignee: "By assignee",
};

/** More filters, the order of the list, and whether it is a table. */
export default function ListTools({
  view,
  onChange,
}: {
  view: ListView;
  onChange: (change: Partial<ListView>) => void;
}) {
  const dispatch = useDispatch();
  const sort = sortOf(useSelector(selectListQuery));
  const query = useSelector(selectTaskQuery);
  const isTable = view.layout === "table";
  const group = view.group === sortKeyOf(sort) ? view.group : "";

  function chooseGroup(chosen: Grouping) {
    onChange({ group: chosen });
    // Grouping needs rows that are sorted by the same field.
    if (chosen && chosen !== sortKeyOf(sort)) dispatch(sortChosen({ sort: chosen }));
  }

  return (
    <div className={classes.tools}>
      <MoreFilters />
      {isTable && (
        <Choice label="Group" value={group} labels={GROUP_LABELS} onChoose={chooseGroup} />
      )}
      <Choice
        label="Sort"
        value={sort}
        labels={SORT_LABELS}
        onChoose={(chosen) => dispatch(sortChosen({ sort: chosen }))}
      />
      {query && <ExportTasks query={query} />}
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
