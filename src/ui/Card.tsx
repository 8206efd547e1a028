import type { ComponentProps } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./Card.module.css";

/** A framed surface that groups what belongs together; every prop goes to its `<section>`. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={cx(classes.card, className)} />;
}
