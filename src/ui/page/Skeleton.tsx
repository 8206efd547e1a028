import { cx } from "#lib/cx.ts";
import classes from "./Skeleton.module.css";

/**
 * A grey placeholder for loading content: a line of text, or a block whose size the class sets.
 * Screen readers ignore it, so it needs a `Spinner`, `aria-busy` or a status text beside it.
 */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={cx(classes.skeleton, className)} aria-hidden="true" />;
}
