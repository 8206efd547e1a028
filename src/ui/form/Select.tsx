import type { ComponentProps } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./controls.module.css";

/** The browser's own select in the style of the other controls. Every prop goes to the `<select>`. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={cx(classes.control, classes.select, className)} />;
}
