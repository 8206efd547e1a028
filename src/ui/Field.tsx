import { type ReactNode, useId } from "react";
import classes from "./Field.module.css";
import { type LimitedText, measure, TextLength, TextLengthNews } from "./TextLength.tsx";

/** What a control takes over from its field. */
export interface ControlProps {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: boolean;
}

/**
 * A labelled control with its hint, its error and its text's length, associated for screen readers:
 * `<Field label="Name" error={error}>{(props) => <TextInput {...props} name="name" />}</Field>`.
 */
export function Field({
  label,
  labelHidden,
  error: complaint,
  limited,
  hint,
  required,
  children,
}: {
  label: string;
  /** Whether the label is for screen readers alone. */
  labelHidden?: boolean;
  error?: string | undefined | false;
  /** The control's text, if it has a limit: one that is too long is an error at once. */
  limited?: LimitedText | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  const measured = limited && measure(limited);
  const error = complaint || measured?.excess;
  const hintId = hint ? `${id}-hint` : undefined;
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
        ...(required && { required }),
      })}
      {describedBy && (
        <div className={classes.notes}>
          {(error || hint) && (
            <div className={classes.said}>
              {error && (
                <p id={errorId} className={classes.error}>
                  {error}
                </p>
              )}
              {hint && (
                <p id={hintId} className={classes.hint}>
                  {hint}
                </p>
              )}
            </div>
          )}
          {measured && lengthId && <TextLength id={lengthId} measured={measured} />}
        </div>
      )}
      {measured && <TextLengthNews measured={measured} />}
    </div>
  );
}
