import { cx } from "#lib/cx.ts";
import classes from "./Skeleton.module.css";

/**
 * The grey shape of something that loads: a line of text, or a block whose size the caller's class
 * sets. Decoration: put a `Spinner`, `aria-busy` or a status text beside it for screen readers.
 */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={cx(classes.skeleton, className)} aria-hidden="true" />;
}
