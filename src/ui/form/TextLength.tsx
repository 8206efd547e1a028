import { useState } from "react";
import { characterCount, storableText, tooLong } from "#contract/text.ts";
import { cx } from "#lib/cx.ts";
import { formatCount } from "#lib/text/formatCount.ts";
import classes from "./TextLength.module.css";

/** A text with a limit. */
export interface LimitedText {
  text: string;
  /** The maximum number of characters, counted as on save. */
  max: number;
  /** The text's name in the error message. */
  name: string;
}

/** The length of a text, with the field's limit. */
interface MeasuredText {
  used: number;
  max: number;
  /** The number of `STEPS` thresholds that the text has reached. Exceeding the limit counts as one more. */
  step: number;
  /** The error message of a text that is too long. */
  excess: string | undefined;
}

/** Parts of the limit at which screen readers announce the length. */
const STEPS = [0.8, 0.9, 1];

export function measure({ text, max, name }: LimitedText): MeasuredText {
  const used = characterCount(storableText(text));
  const excess = used > max ? tooLong(name, max) : undefined;
  const step = excess ? STEPS.length + 1 : STEPS.filter((part) => used >= max * part).length;
  return { used, max, step, excess };
}

/** "450 / 500" below a field. */
export function TextLength({ id, measured }: { id: string; measured: MeasuredText }) {
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

function describeRest({ used, max }: MeasuredText): string {
  const left = Math.abs(max - used);
  const characters = left === 1 ? "character" : "characters";
  return `${left === 0 ? "No" : formatCount(left)} ${characters} ${used > max ? "too many" : "left"}`;
}

/** Announces the length to screen readers when it reaches another step, not with each key. */
export function TextLengthStatus({ measured }: { measured: MeasuredText }) {
  const { step } = measured;
  const [announced, announce] = useState({ step, text: "" });
  if (announced.step !== step) announce({ step, text: step > 0 ? describeRest(measured) : "" });
  return (
    <span className="visually-hidden" aria-live="polite">
      {announced.text}
    </span>
  );
}
