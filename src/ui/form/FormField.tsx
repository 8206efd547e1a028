import type { ReactNode } from "react";
import { type ControlProps, Field } from "./Field.tsx";

/** The part of a form (useForm.ts) that one field needs. */
export interface FieldForm<Name extends string, Control> {
  values: Readonly<Record<Name, string>>;
  errorOf(name: Name): string | undefined;
  fieldProps(name: Name): Control;
}

/** A `Field` of a form: its control gets the field's value, handlers and error. */
export function FormField<Name extends string, Control>({
  form,
  name,
  label,
  labelHidden,
  limit,
  hint,
  required,
  children,
}: {
  form: FieldForm<Name, Control>;
  name: NoInfer<Name>;
  label: string;
  labelHidden?: boolean | undefined;
  /** The maximum number of characters. `name` is the field's name in the error message. */
  limit?: { max: number; name?: string } | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  children: (props: ControlProps & Control) => ReactNode;
}) {
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      required={required}
      error={form.errorOf(name)}
      hint={hint}
      limited={limit && { text: form.values[name], name: label, ...limit }}
    >
      {(props) => children({ ...props, ...form.fieldProps(name) })}
    </Field>
  );
}
