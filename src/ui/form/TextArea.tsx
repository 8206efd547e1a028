import type { ComponentProps } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./controls.module.css";

/** A text field of several lines. It grows with its text if the browser can. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      dir="auto"
      {...rest}
      rows={rows}
      className={cx(classes.control, classes.area, className)}
    />
  );
}
