import { Fragment, type ReactNode } from "react";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import type { TaskStatus } from "#contract/task.ts";
import { TASK_FIELD_NAMES, TASK_FIELDS } from "#contract/taskFields.ts";
import { type HistoryField, historyName } from "#contract/taskHistory.ts";
import { formatDay } from "#lib/dates/day.ts";
import classes from "./HistoryList.module.css";

/** The field of a task by its name in the history. */
export function fieldOf(field: HistoryField) {
  const found = TASK_FIELD_NAMES.find((name) => historyName(name) === field);
  return TASK_FIELDS[found ?? "title"];
}

/** A value as people read it. */
export function readable(field: HistoryField, value: string): string {
  if (field === "status") return COLUMN_LABELS[value as TaskStatus] ?? value;
  return fieldOf(field).kind === "day" ? formatDay(value) : value;
}

/** One changed field as the end of a sentence, such as "moved it from To Do to Done". */
export function ChangeText({ change }: { change: FieldChange }): ReactNode {
  const { field, from, to, added = [], removed = [] } = change;
  if (field === "description") return <DescriptionChange from={from} to={to} />;
  const { name, kind } = fieldOf(field);
  if (kind === "set") return <SetChange name={name} added={added} removed={removed} />;
  const old = from !== null && (
    <b dir="auto" className={classes.value}>
      {readable(field, from)}
    </b>
  );
  const now = to !== null && (
    <b dir="auto" className={classes.value}>
      {readable(field, to)}
    </b>
  );
  if (field === "status")
    return (
      <>
        moved it from {old} to {now}
      </>
    );
  if (field === "title")
    return (
      <>
        renamed it from {old} to {now}
      </>
    );
  if (!now)
    return (
      <>
        removed the {name} {old}
      </>
    );
  if (!old)
    return field === "assignee" ? (
      <>assigned it to {now}</>
    ) : (
      <>
        set the {name} to {now}
      </>
    );
  return (
    <>
      changed the {name} from {old} to {now}
    </>
  );
}

/** What a set has gained and lost. */
function SetChange({
  name,
  ...names
}: Record<"added" | "removed", readonly string[]> & { name: string }) {
  const parts = (["added", "removed"] as const).filter((verb) => names[verb].length > 0);
  return parts.map((verb, index) => (
    <Fragment key={verb}>
      {index > 0 && " and "}
      {verb} {index === 0 && `the ${names[verb].length > 1 ? name : name.replace(/s$/, "")} `}
      {names[verb].map((one, at) => (
        <Fragment key={one}>
          {at > 0 && ", "}
          <b dir="auto" className={classes.value}>
            {one}
          </b>
        </Fragment>
      ))}
    </Fragment>
  ));
}

/** The lines of a description that differ, behind a button. */
function DescriptionChange({ from, to }: Pick<FieldChange, "from" | "to">) {
  return (
    <>
      {from === null
        ? "added a description"
        : to === null
          ? "removed the description"
          : "changed the description"}
      <details className={classes.details}>
        <summary>Show text</summary>
        {from !== null && (
          <>
            <p className={classes.label}>Before</p>
            <del dir="auto" className={classes.text}>
              {from}
            </del>
          </>
        )}
        {to !== null && (
          <>
            <p className={classes.label}>After</p>
            <ins dir="auto" className={classes.text}>
              {to}
            </ins>
          </>
        )}
      </details>
    </>
  );
}
