import type { FormikValues } from "formik";
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Form } from "./FormState.tsx";
import { useCode } from "./lazyPart.tsx";
import type { FormOptions } from "./useForm.ts";

const load = () => import(/* webpackChunkName: "forms" */ "./FormState.tsx");

/** The parts of a form that do not need its code. */
interface ShownForm<Values> {
  values: Values;
  formProps: Pick<Form<FormikValues>["formProps"], "noValidate" | "onFocus" | "onSubmit">;
  fieldProps(name: keyof Values & string): {
    name: string;
    value: string;
    onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void;
  };
  errorOf(name: keyof Values & string): string | undefined;
}

/**
 * `useForm` for a page that must show fast: the code of forms loads while the form is shown. Until
 * then the fields keep what the user types, and a submit waits. If the code fails to load, only the
 * server validates. The options are read only at the first render. Render `state` beside the form.
 */
export function useLateForm<Values extends FormikValues>(given: FormOptions<Values>) {
  const [options] = useState(given);
  const [typed, setTyped] = useState(options.initialValues);
  const [form, setForm] = useState<Form<Values> | null>(null);
  const [isMissing, setMissing] = useState(false);
  const isSubmitAwaited = useRef(false);
  const code = useCode(load, () => setMissing(true));
  const hasForm = form !== null;

  const submit = useEffectEvent(() => {
    if (form) form.formProps.onSubmit(new Event("submit"));
    else send();
  });
  useEffect(() => {
    if (!isSubmitAwaited.current || !(hasForm || isMissing)) return;
    isSubmitAwaited.current = false;
    submit();
  }, [hasForm, isMissing]);

  function send() {
    const reset = (values = options.initialValues) => setTyped(values);
    void options.save(typed, { typed, setValues: setTyped, reset });
  }

  const early: ShownForm<Values> = {
    values: typed,
    formProps: {
      noValidate: true,
      onFocus: () => void options.loadRule().catch(() => undefined),
      onSubmit(event) {
        event.preventDefault();
        if (isMissing) send();
        else isSubmitAwaited.current = true;
      },
    },
    fieldProps: (name) => ({
      name,
      value: typed[name],
      onChange: ({ target }) => setTyped((before) => ({ ...before, [name]: target.value })),
    }),
    errorOf: () => undefined,
  };
  const shown: ShownForm<Values> = form ?? early;
  return {
    ...shown,
    state: code && <code.FormState options={options} typed={typed} onForm={setForm} />,
  };
}
