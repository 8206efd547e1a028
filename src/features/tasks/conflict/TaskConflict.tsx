import { GitMerge, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { TASK_FIELDS } from "#contract/taskFields.ts";
import { cx } from "#lib/cx.ts";
import type { Choice, FieldName, Side } from "./mergeTask.ts";
import classes from "./TaskConflict.module.css";

const LIST = new Intl.ListFormat("en");

/** Takes the focus, so that it is visible and screen readers announce it. */
function Notice({
  icon,
  title,
  text,
  focusKey,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  /** Another value focuses the notice again. */
  focusKey?: unknown;
}) {
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => ref.current?.focus(), [focusKey]);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={classes.notice}
    >
      {icon}
      <div>
        <p id={`${id}-title`} className={classes.noticeTitle}>
          {title}
        </p>
        <p id={`${id}-text`}>{text}</p>
      </div>
    </section>
  );
}

/** Another user has changed the task. `fields` are those that both users changed. */
export function ConflictNotice({
  fields,
  by = "Someone",
}: {
  fields: readonly FieldName[];
  /** The name of the other user, or "You" for this user on another device. */
  by?: string | undefined;
}) {
  const names = LIST.format(fields.map((name) => `the ${TASK_FIELDS[name].name}`));
  return (
    <Notice
      focusKey={fields}
      icon={<GitMerge aria-hidden="true" />}
      title={`${by} changed this task while you were editing`}
      text={
        fields.length > 0
          ? `You both changed ${names}: choose what to keep. All other changes, yours and theirs, are in the form.`
          : "It keeps changing. All changes, yours and theirs, are in the form: please try again."
      }
    />
  );
}

/** Another user has deleted the task. */
export function GoneNotice() {
  return (
    <Notice
      icon={<Trash2 aria-hidden="true" />}
      title="This task has been deleted while you were editing"
      text="Everything you entered is still here: copy what you need, or save it as a new task."
    />
  );
}

/** Lets the user choose between both versions of a field. */
export function FieldChoice({
  label,
  versions,
  choice,
  missing,
  onChoose,
}: {
  label: string;
  versions: Readonly<Record<Side, string>>;
  choice: Choice;
  /** Whether the form was submitted without a choice. */
  missing: boolean;
  onChoose: (side: Side) => void;
}) {
  const name = useId();
  const ask = missing ? "Please choose what to keep" : "Choose what to keep";
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={missing || undefined}
      className={cx(classes.choice, missing && classes.missing)}
    >
      <legend>
        <span className="visually-hidden">{label}: </span>
        {choice === "other" ? "What you entered is kept" : ask}
      </legend>
      {(["mine", "theirs"] as const).map((side) => (
        <label key={side} className={classes.option}>
          <input
            type="radio"
            name={name}
            checked={choice === side}
            onChange={() => onChoose(side)}
          />
          <span className={classes.side}>{side === "mine" ? "Mine" : "Theirs"}</span>
          <span dir="auto" className={classes.text}>
            {versions[side]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
