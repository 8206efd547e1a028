import { useState } from "react";
import { characterCount, storableText, tooLong } from "#contract/text.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/formatCount.ts";
import classes from "./TextLength.module.css";

/** A text that has a limit. */
export interface LimitedText {
  text: string;
  /** Characters that it may have, as they are counted when it is saved. */
  max: number;
  /** What the message that refuses it calls it. */
  name: string;
}

/** How long a text is, and how near to its limit. */
export interface Measured {
  used: number;
  max: number;
  /** 0 while it is far from its limit, then one more for each of the steps that it has reached. */
  step: number;
  /** Why it is too long. */
  excess: string | undefined;
}

const STEPS = [0.8, 0.9, 1];

/** Measures a text. */
export function measure({ text, max, name }: LimitedText): Measured {
  const used = characterCount(storableText(text));
  const excess = used > max ? tooLong(name, max) : undefined;
  const step = excess ? STEPS.length + 1 : STEPS.filter((part) => used >= max * part).length;
  return { used, max, step, excess };
}

/** How much of its limit a text has used, shown once it comes near it. */
export function TextLength({ id, measured }: { id: string; measured: Measured }) {
  const { used, max, excess } = measured;
  return (
    <p className={cx(classes.length, excess && classes.over)}>
      <span aria-hidden="true">
        {formatCount(used)} / {formatCount(max)}
      </span>
      <span id={id} className="visually-hidden">
        {formatCount(used)} of {formatCount(max)} characters
      </span>
    </p>
  );
}

function leftWords({ used, max }: Measured): string {
  const left = Math.abs(max - used);
  const characters = left === 1 ? "character" : "characters";
  return `${left === 0 ? "No" : formatCount(left)} ${characters} ${used > max ? "too many" : "left"}`;
}

/** Tells screen readers when a text reaches another step: not with each key. */
export function TextLengthNews({ measured }: { measured: Measured }) {
  const { step } = measured;
  const [told, tell] = useState({ step, words: "" });
  if (told.step !== step) tell({ step, words: step > 0 ? leftWords(measured) : "" });
  return (
    <span className="visually-hidden" aria-live="polite">
      {told.words}
    </span>
  );
}
