import { type FormikValues, useFormik, validateYupSchema, yupToFormErrors } from "formik";
import { useRef, useState } from "react";
import type { AnyObjectSchema } from "yup";
import type { FieldError } from "#contract/errors.ts";
import { useFocusInvalid } from "./useFocusInvalid.ts";

/** What a rule says about the fields of a form. */
async function complaintsOf(rule: AnyObjectSchema, values: FormikValues) {
  try {
    await validateYupSchema(values, rule);
    return {};
  } catch (failure) {
    if ((failure as Error).name !== "ValidationError") throw failure;
    return yupToFormErrors<FormikValues>(failure);
  }
}

/** Fetches a rule once; null when it doesn't come, and then it is asked for again the next time. */
function useRule(load: () => Promise<AnyObjectSchema>) {
  const rule = useRef<Promise<AnyObjectSchema | null>>(null);
  return () => {
    rule.current ??= load().catch(() => {
      rule.current = null;
      return null;
    });
    return rule.current;
  };
}

/**
 * A form on a rule of the contract. What was typed stays after a refusal, ours or the server's, and
 * the first refused field gets the focus.
 *
 * @param loadRule fetches the rule, whose code is large: when somebody turns to the form. If it
 *   doesn't come, the server is left to judge, which goes by the same rule
 * @param save sends what was typed; resolves to the refused fields (none: it failed as a whole), or
 *   to nothing once it is saved
 */
export function useRuleForm<Values extends FormikValues>(
  initialValues: Values,
  loadRule: () => Promise<AnyObjectSchema>,
  save: (values: Values) => Promise<FieldError[] | undefined>,
) {
  const ref = useRef<HTMLFormElement>(null);
  const getRule = useRule(loadRule);
  const isSubmitting = useRef(false);
  const [refusals, setRefusals] = useState(0);
  const refuse = () => setRefusals((count) => count + 1);
  useFocusInvalid(ref, refusals);

  const form = useFormik({
    initialValues,
    validate: async (typed) => {
      const rule = await getRule();
      return rule ? await complaintsOf(rule, typed) : {};
    },
    validateOnBlur: false,
    onSubmit: async (typed, { resetForm, setFieldError }) => {
      const rule = await getRule();
      const values = rule ? (rule.cast(typed) as Values) : typed;
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
    // The rule may be on its way still.
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      const complaints = await form.validateForm();
      await form.submitForm();
      if (Object.keys(complaints).length > 0) refuse();
    } finally {
      isSubmitting.current = false;
    }
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
      onFocus: () => void getRule(),
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
