import { type FormikValues, useFormik, validateYupSchema, yupToFormErrors } from "formik";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import type { AnyObjectSchema } from "yup";
import type { FieldError } from "#contract/errors.ts";

/** What the save of a form may need beside the values. */
export interface SaveHelpers<Values> {
  /** The values as they were typed, before the rule's casts. */
  typed: Values;
  /** Shows other values, as unsaved ones. */
  setValues(values: Values): void;
  /** Shows these values as saved ones; without any, those that the form began with. */
  reset(values?: Values): void;
}

export interface FormOptions<Values> {
  initialValues: Values;
  /**
   * Fetches the rule, whose code is large: when the user turns to the form. If it doesn't come, the
   * server alone judges, by the same rule.
   */
  loadRule: () => Promise<AnyObjectSchema>;
  /** Resolves to the refused fields (none: it failed as a whole), or to nothing once it is saved. */
  save: (values: Values, helpers: SaveHelpers<Values>) => Promise<FieldError[] | undefined>;
  /** Whether a field shows its error when it is left, and not only once the form was sent. */
  validateOnBlur?: boolean;
}

/** What a rule says about the fields of a form. */
async function errorsOf(rule: AnyObjectSchema, values: FormikValues) {
  try {
    await validateYupSchema(values, rule);
    return {};
  } catch (failure) {
    if ((failure as Error).name !== "ValidationError") throw failure;
    return yupToFormErrors<FormikValues>(failure);
  }
}

const INVALID = ":is([aria-invalid='true']:not(fieldset), fieldset[aria-invalid='true'] input)";

/** Focuses the first refused field; else the submit button, if it lost the focus while disabled. */
function focusInvalid(form: HTMLFormElement): void {
  const button = Array.from(form.elements).find((one) => one.matches("[type='submit']"));
  const { activeElement, body } = document;
  const isLost = !activeElement || activeElement === body || activeElement === button;
  const target = form.querySelector(INVALID) ?? (isLost ? button : undefined);
  if (target instanceof HTMLElement) target.focus();
}

/**
 * A form on a rule of the contract. What was typed stays after a refusal, ours or the server's, and
 * the first refused field gets the focus.
 */
export function useForm<Values extends FormikValues>({
  initialValues,
  loadRule,
  save,
  validateOnBlur = false,
}: FormOptions<Values>) {
  const ref = useRef<HTMLFormElement>(null);
  const isSubmitting = useRef(false);
  // The server's word about a field holds as long as the field stays as it was sent.
  const [refusal, setRefusal] = useState<{ sent: Values; errors: FieldError[] } | null>(null);
  const [refusals, setRefusals] = useState(0);
  const refuse = () => setRefusals((count) => count + 1);
  const getRule = () => loadRule().catch(() => null);

  useEffect(() => {
    if (refusals > 0 && ref.current) focusInvalid(ref.current);
  }, [refusals]);

  const form = useFormik<Values>({
    initialValues,
    validate: async (typed) => {
      const rule = await getRule();
      return rule ? await errorsOf(rule, typed) : {};
    },
    onSubmit: async (typed) => {
      const rule = await getRule();
      const values = rule ? (rule.cast(typed) as Values) : typed;
      const errors = await save(values, { typed, setValues, reset });
      setRefusal(errors ? { sent: typed, errors } : null);
      return errors === undefined;
    },
  });

  const setValues = (values: Values) => void form.setValues(values, false);

  function reset(values: Values = initialValues) {
    setRefusal(null);
    form.resetForm({ values });
  }

  async function submit() {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      // The fields can be typed into until the rule is there.
      await getRule();
      const isSaved: unknown = await form.submitForm();
      if (isSaved !== true) refuse();
    } finally {
      isSubmitting.current = false;
    }
  }

  return {
    values: form.values,
    isDirty: form.dirty,
    isSubmitting: form.isSubmitting,
    setValues,
    reset,
    /** Moves the focus to what keeps the form from being sent. */
    refuse,
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
    /** What a control takes. It can't be changed while the form is being sent. */
    fieldProps: (name: keyof Values & string) => ({
      ...form.getFieldProps(name),
      readOnly: form.isSubmitting,
      onBlur(event: FocusEvent) {
        // An error that appears would move the button away from under the click.
        const toButton = event.relatedTarget instanceof HTMLButtonElement;
        if (validateOnBlur && !toButton) form.handleBlur(event);
      },
    }),
    /** The error of a field that was sent or, with `validateOnBlur`, left. */
    errorOf(name: keyof Values & string): string | undefined {
      const own = form.touched[name] ? form.errors[name] : undefined;
      if (typeof own === "string") return own;
      const isAsSent = refusal?.sent[name] === form.values[name];
      return isAsSent ? refusal?.errors.find(({ param }) => param === name)?.msg : undefined;
    },
  };
}
