import type { ReactNode } from "react";
import { cx } from "#lib/cx.ts";
import classes from "./Badge.module.css";
import tones from "./tones.module.css";

export type Tone = "green" | "amber" | "red" | "blue" | "grey" | "violet";

/** A small coloured label. The colour adds nothing to the text. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={cx(classes.badge, tones[tone])}>{children}</span>;
}
