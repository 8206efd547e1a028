import { type FormikValues, useFormik } from "formik";
import { useRef, useState } from "react";
import type { AnyObjectSchema } from "yup";
import type { FieldError } from "#contract/errors.ts";
import { useFocusInvalid } from "./useFocusInvalid.ts";

/**
 * A form on a rule of the contract. What was typed stays after a refusal, ours or the server's, and
 * the first refused field gets the focus.
 *
 * @param save sends what was typed; resolves to the refused fields (none: it failed as a whole), or
 *   to nothing once it is saved
 */
export function useRuleForm<Values extends FormikValues>(
  initialValues: Values,
  rule: AnyObjectSchema,
  save: (values: Values) => Promise<FieldError[] | undefined>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const refuse = () => setRefusals((count) => count + 1);
  useFocusInvalid(ref, refusals);

  const form = useFormik({
    initialValues,
    validationSchema: rule,
    validateOnBlur: false,
    onSubmit: async (typed, { resetForm, setFieldError }) => {
      const values = rule.cast(typed) as Values;
      const refused = await save(values);
      if (!refused) {
        resetForm({ values });
        return;
      }
      for (const { param, msg } of refused) if (param in values) setFieldError(param, msg);
      refuse();
    },
  });

  async function submit() {
    const complaints = await form.validateForm();
    await form.submitForm();
    if (Object.keys(complaints).length > 0) refuse();
  }

  return {
    form,
    values: form.values,
    dirty: form.dirty,
    /** Back to what was last saved, or to other values. */
    reset: (values?: Values) => form.resetForm(values && { values }),
    /** What the `<form>` takes. */
    formProps: {
      ref,
      noValidate: true,
      onSubmit: (event: { preventDefault(): void }) => {
        event.preventDefault();
        void submit();
      },
    },
    /** What a control takes. While a form is on its way its fields rest: nothing typed gets lost. */
    fieldProps: (name: keyof Values & string) => ({
      ...form.getFieldProps(name),
      readOnly: form.isSubmitting,
    }),
    /**
     * The complaint about a field, once the form was sent. Not when a field is merely left: the
     * line that appears would move the button that is being pressed from under the pointer.
     */
    errorOf: (name: keyof Values & string): string | undefined => {
      const error = form.submitCount > 0 ? form.errors[name] : undefined;
      return typeof error === "string" ? error : undefined;
    },
  };
}
