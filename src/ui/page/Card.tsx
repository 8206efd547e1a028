import type { ComponentProps } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./Card.module.css";

/** A framed section. Every prop goes to the `<section>`. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={cx(classes.card, className)} />;
}
