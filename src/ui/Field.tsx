import { type ReactNode, useId } from "react";
import classes from "./Field.module.css";

/** What a control takes over from its field. */
export interface ControlProps {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: boolean;
}

/**
 * A labelled control with its hint and its error, associated for screen readers:
 * `<Field label="Name" error={error}>{(props) => <TextInput {...props} name="name" />}</Field>`.
 */
export function Field({
  label,
  error,
  hint,
  required,
  children,
}: {
  label: string;
  error?: string | undefined | false;
  hint?: ReactNode;
  required?: boolean | undefined;
  children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ");
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children({
        id,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(error && { "aria-invalid": true as const }),
        ...(required && { required }),
      })}
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
  );
}
