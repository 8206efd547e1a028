import type { ComponentProps, KeyboardEvent } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./controls.module.css";

/** Enter alone starts a new line here. */
function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** A text field of several lines. It grows with its text if the browser can, and Ctrl+Enter submits. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={cx(classes.control, classes.area, className)}
      onKeyDown={submitOnCtrlEnter}
    />
  );
}
