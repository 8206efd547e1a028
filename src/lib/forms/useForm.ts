import { type FormikValues, useFormik, validateYupSchema, yupToFormErrors } from "formik";
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { AnyObjectSchema } from "yup";
import type { FieldError } from "#contract/shapes/errors.ts";
import { type FormRules, loadFormRules } from "./loadFormRules.ts";

/** The helpers that `save` gets beside the values. */
export interface SaveHelpers<Values> {
  /** The values as typed, before the rule's casts. */
  typed: Values;
  /** Shows other, unsaved values. */
  setValues(values: Values): void;
  /** Shows these values as saved; by default the initial ones. */
  reset(values?: Values): void;
}

export interface FormOptions<Values> {
  initialValues: Values;
  /**
   * Picks the form's rule. The rules load when the form gets the focus. If that fails, only the
   * server validates.
   */
  rule: (rules: FormRules) => AnyObjectSchema;
  /** The values that the typed ones mean, which are validated and saved. */
  read?: (typed: Values) => Values;
  /**
   * Resolves to undefined if saved; otherwise to the field errors, of which there may be none. A
   * field whose error has no text only gets the focus.
   */
  save: (values: Values, helpers: SaveHelpers<Values>) => Promise<FieldError[] | undefined>;
  /** Whether a field shows its error on blur, not only after a submit. */
  validateOnBlur?: boolean;
}

/** The errors by field; none without a rule. */
async function validate(rule: AnyObjectSchema | null, values: FormikValues) {
  try {
    if (rule) await validateYupSchema(values, rule);
    return {};
  } catch (failure) {
    if ((failure as Error).name !== "ValidationError") throw failure;
    return yupToFormErrors<FormikValues>(failure);
  }
}

/** Picks a form's rule of all rules; null if they can't be loaded. */
async function loadRule(pick: FormOptions<FormikValues>["rule"]): Promise<AnyObjectSchema | null> {
  const rules = await loadFormRules().catch(() => null);
  return rules && pick(rules);
}

const SAVED = Symbol("saved");

const INVALID_CONTROL =
  ":is([aria-invalid='true']:not(fieldset), fieldset[aria-invalid='true'] input)";

/**
 * Focuses the first invalid field, or the named one to be typed again; without either, the submit
 * button if being disabled took its focus.
 */
function focusInvalid(form: HTMLFormElement, name: string | undefined): void {
  const button = Array.from(form.elements).find((element) => element.matches("[type='submit']"));
  const { activeElement, body } = document;
  const isLost = !activeElement || activeElement === body || activeElement === button;
  const named = name ? form.elements.namedItem(name) : null;
  const target = form.querySelector(INVALID_CONTROL) ?? named ?? (isLost ? button : undefined);
  if (target instanceof HTMLElement) target.focus();
  if (target === named && named instanceof HTMLInputElement) named.select();
}

/** Focuses the first invalid field, or the named one, after each call of the returned function. */
function useRefusalFocus(ref: RefObject<HTMLFormElement | null>): (name?: string) => void {
  const [refusal, setRefusal] = useState<{ name: string | undefined } | null>(null);
  useEffect(() => {
    const form = ref.current;
    if (refusal && form) focusInvalid(form, refusal.name);
  }, [refusal, ref]);
  return (name) => setRefusal({ name });
}

/** The server's field errors. Each shows as long as its field keeps the value that was sent. */
function useServerErrors<Values extends FormikValues>() {
  const [refusal, setRefusal] = useState<{ sent: Values; errors: FieldError[] } | null>(null);
  function serverErrorOf(name: keyof Values, value: unknown): string | undefined {
    if (refusal?.sent[name] !== value) return undefined;
    return refusal?.errors.find(({ param }) => param === name)?.msg;
  }
  /** Returns the name of the first field with an error, undefined without one. */
  function keepErrors(sent: Values, errors: FieldError[] | undefined): unknown {
    setRefusal(errors ? { sent, errors } : null);
    return errors ? errors[0]?.param : SAVED;
  }
  return { keepErrors, setRefusal, serverErrorOf };
}

/** The values as the form shows them: a password manager may fill fields without an event. */
function shownValues<Values extends FormikValues>(form: HTMLFormElement, values: Values): Values {
  const filled = Array.from(form.elements).filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement &&
      !["", "off"].includes(field.autocomplete) &&
      field.name in values,
  );
  return { ...values, ...Object.fromEntries(filled.map(({ name, value }) => [name, value])) };
}

/**
 * The props of a form that keep what a password manager has filled in: the next render would show the former
 * values.
 */
function keepingFilled<Values extends FormikValues>({
  values,
  setFieldValue,
}: Pick<ReturnType<typeof useFormik<Values>>, "values" | "setFieldValue">) {
  function keep({ currentTarget }: { currentTarget: HTMLFormElement }) {
    for (const [name, value] of Object.entries(shownValues(currentTarget, values))) {
      if (value !== values[name]) void setFieldValue(name, value, false);
    }
  }
  return { onFocusCapture: keep, onInputCapture: keep, onClickCapture: keep };
}

/**
 * A form that is validated by a rule of the contract. If the rule or the server refuses the values,
 * they stay in the form and the first invalid field gets the focus.
 */
export function useForm<Values extends FormikValues>({
  initialValues,
  rule: pick,
  read = (typed) => typed,
  save,
  validateOnBlur = false,
}: FormOptions<Values>) {
  const ref = useRef<HTMLFormElement>(null);
  const isSubmitting = useRef(false);
  const { keepErrors, setRefusal, serverErrorOf } = useServerErrors<Values>();
  const refuse = useRefusalFocus(ref);
  const getRule = () => loadRule(pick);

  const form = useFormik<Values>({
    initialValues,
    validate: async (typed) => await validate(await getRule(), read(typed)),
    onSubmit: async (typed) => {
      const rule = await getRule();
      const values = rule ? (rule.cast(read(typed)) as Values) : read(typed);
      return keepErrors(typed, await save(values, { typed, setValues, reset }));
    },
  });

  const setValues = (values: Values) => void form.setValues(values, false);

  function reset(values: Values = initialValues) {
    setRefusal(null);
    form.resetForm({ values });
  }

  async function submit(event: { preventDefault(): void }) {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      if (ref.current) await form.setValues(shownValues(ref.current, form.values), false);
      // Fields become read-only during `submitForm`, so the rule is loaded before.
      await getRule();
      const outcome: unknown = await form.submitForm();
      if (outcome !== SAVED) refuse(typeof outcome === "string" ? outcome : undefined);
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
    /** Moves the focus to the first invalid field, or else to the named one. */
    refuse,
    /** The props of the `<form>`. */
    formProps: {
      ref,
      noValidate: true,
      onFocus: () => void getRule(),
      ...keepingFilled(form),
      onSubmit: (event: { preventDefault(): void }) => void submit(event),
    },
    /** The props of a control, which is read-only while the form is being sent. */
    fieldProps: (name: keyof Values & string) => ({
      ...form.getFieldProps(name),
      readOnly: form.isSubmitting,
      onBlur(event: FocusEvent) {
        // A new error message would move the button away from the pointer.
        const toButton = event.relatedTarget instanceof HTMLButtonElement;
        if (validateOnBlur && !toButton) form.handleBlur(event);
      },
    }),
    /** The error of a field after a submit or, with `validateOnBlur`, after a blur. */
    errorOf(name: keyof Values & string): string | undefined {
      const own = form.touched[name] ? form.errors[name] : undefined;
      return typeof own === "string" ? own : serverErrorOf(name, form.values[name]);
    },
  };
}
