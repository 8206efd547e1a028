import type { ComponentProps } from "react";
import classes from "./Spinner.module.css";

/** A loading indicator. It fades in late, so that a fast response shows no flicker. */
export function Spinner({
  label = "Loading…",
  ...rest
}: { label?: string | undefined } & Omit<ComponentProps<"output">, "className">) {
  return (
    <output {...rest} className={classes.spinner}>
      <span className={classes.ring} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </output>
  );
}
