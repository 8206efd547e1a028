import type { LabelColor } from "#contract/label.ts";
import { cx } from "#lib/cx.ts";
import classes from "./LabelChips.module.css";

/** A label's colour beside its name. */
export const LabelDot = ({ color }: { color: LabelColor }) => (
  <span className={cx(classes.hue, classes.dot)} data-color={color} aria-hidden="true" />
);
