import type { ComponentProps } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./controls.module.css";

/** A one-line text field. Every prop goes to the `<input>`. */
export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return <input type="text" dir="auto" {...rest} className={cx(classes.control, className)} />;
}
