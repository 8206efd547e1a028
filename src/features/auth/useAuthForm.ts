import { type FormikValues, useFormik } from "formik";
import { useRef, useState } from "react";
import type { AnyObjectSchema } from "yup";
import { useFocusInvalid } from "#lib/useFocusInvalid.ts";

/**
 * A form on a rule of the contract: a complaint shows under its field once the field was left or
 * sent, the first refused field gets the focus, and what was typed stays after a failure.
 */
export function useAuthForm<Values extends FormikValues>(
  initialValues: Values,
  rule: AnyObjectSchema,
  send: (values: Values) => Promise<unknown>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [refusals, setRefusals] = useState(0);
  const form = useFormik({
    initialValues,
    validationSchema: rule,
    onSubmit: async (values) => {
      if (sending.current) return;
      sending.current = true;
      try {
        await send(rule.cast(values) as Values);
      } finally {
        sending.current = false;
      }
    },
  });
  useFocusInvalid(ref, refusals);

  async function submit() {
    const complaints = await form.validateForm();
    await form.submitForm();
    if (Object.keys(complaints).length > 0) setRefusals((count) => count + 1);
  }

  return {
    /** What the `<form>` takes. */
    formProps: {
      ref,
      noValidate: true,
      onSubmit: (event: { preventDefault(): void }) => {
        event.preventDefault();
        void submit();
      },
    },
    /** What a control takes. */
    fieldProps: (name: keyof Values & string) => form.getFieldProps(name),
    /** The complaint about a field, if it is time to show it. */
    errorOf: (name: keyof Values & string): string | undefined => {
      const error = form.touched[name] ? form.errors[name] : undefined;
      return typeof error === "string" ? error : undefined;
    },
  };
}
