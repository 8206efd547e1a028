import { type ReactNode, useId } from "react";
import classes from "./Field.module.css";
import { type LimitedText, measure, TextLength, TextLengthStatus } from "./TextLength.tsx";

/** The props that a field passes to its control. */
export interface ControlProps {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
}

/**
 * A control with its label, hint, error and text length, associated for screen readers:
 * `<Field label="Name" error={error}>{(props) => <TextInput {...props} name="name" />}</Field>`.
 */
export function Field({
  label,
  labelHidden,
  error: givenError,
  limited,
  hint,
  required,
  children,
}: {
  label: string;
  /** Hides the label from everyone but screen readers. */
  labelHidden?: boolean | undefined;
  error?: string | undefined;
  /** The text and its limit. A text that is too long shows an error at once. */
  limited?: LimitedText | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  const measured = limited && measure(limited);
  const error = givenError || measured?.excess;
  // An error says all that the hint does, and takes its place, so that nothing moves.
  const hintId = hint && !error ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const lengthId = measured?.step ? `${id}-length` : undefined;
  const describedBy = [errorId, hintId, lengthId].filter(Boolean).join(" ");
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={labelHidden ? "visually-hidden" : classes.label}>
        {label}
      </label>
      {children({
        id,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(error && { "aria-invalid": true as const }),
        // Firefox calls an empty field with `required` invalid before the user has typed.
        ...(required && { "aria-required": true as const }),
      })}
      {describedBy && (
        <div className={classes.notes}>
          {(error || hint) && (
            <div className={classes.texts}>
              {error && (
                <p id={errorId} className={classes.error}>
                  {error}
                </p>
              )}
              {hintId && (
                <p id={hintId} className={classes.hint}>
                  {hint}
                </p>
              )}
            </div>
          )}
          {measured && lengthId && <TextLength id={lengthId} measured={measured} />}
        </div>
      )}
      {measured && <TextLengthStatus measured={measured} />}
    </div>
  );
}
