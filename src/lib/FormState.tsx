import type { FormikValues } from "formik";
import { memo, useLayoutEffect } from "react";
import { type FormOptions, useForm } from "./useForm.ts";

export type Form<Values extends FormikValues> = ReturnType<typeof useForm<Values>>;

interface FormStateProps<Values extends FormikValues> {
  /** Always the same object. */
  options: FormOptions<Values>;
  /** The values that the user typed before this code arrived. */
  typed: Values;
  onForm: (form: Form<Values>) => void;
}

function FormStateOf<Values extends FormikValues>({
  options,
  typed,
  onForm,
}: FormStateProps<Values>) {
  const form = useForm({ ...options, initialValues: typed });
  // Reports in the same frame, so that a controlled field keeps its cursor.
  useLayoutEffect(() => onForm(form));
  return null;
}

/** Runs `useForm` for a form that is shown already (`useLateForm`). Reports each state. */
export const FormState = memo(FormStateOf) as typeof FormStateOf;
