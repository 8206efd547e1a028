import type { ReactNode } from "react";
import { COLUMN_LABELS } from "#contract/board.ts";
import type { TaskStatus } from "#contract/task.ts";
import type { FieldChange, HistoryField } from "#contract/taskHistory.ts";
import { formatDay } from "#lib/day.ts";
import classes from "./HistoryList.module.css";

const NAMES: Readonly<Record<HistoryField, string>> = {
  title: "title",
  status: "status",
  priority: "priority",
  due_date: "due date",
  assignee: "assignee",
  team: "team",
  description: "description",
};

function readable(field: HistoryField, value: string): string {
  if (field === "status") return COLUMN_LABELS[value as TaskStatus] ?? value;
  return field === "due_date" ? formatDay(value) : value;
}

/** One changed field as the end of a sentence, such as "moved it from To Do to Done". */
export function ChangeText({ change: { field, from, to } }: { change: FieldChange }): ReactNode {
  if (field === "description") return <DescriptionChange from={from} to={to} />;
  const old = from !== null && <b className={classes.value}>{readable(field, from)}</b>;
  const now = to !== null && <b className={classes.value}>{readable(field, to)}</b>;
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
        removed the {NAMES[field]} {old}
      </>
    );
  if (!old)
    return field === "assignee" ? (
      <>assigned it to {now}</>
    ) : (
      <>
        set the {NAMES[field]} to {now}
      </>
    );
  return (
    <>
      changed the {NAMES[field]} from {old} to {now}
    </>
  );
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
            <del className={classes.text}>{from}</del>
          </>
        )}
        {to !== null && (
          <>
            <p className={classes.label}>After</p>
            <ins className={classes.text}>{to}</ins>
          </>
        )}
      </details>
    </>
  );
}
