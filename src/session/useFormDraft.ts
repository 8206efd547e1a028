import type { FormikValues } from "formik";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Draft } from "./drafts.ts";
import type { FormDraft } from "./useDraft.ts";

/** What a draft needs of a Formik form. */
interface Form<Values> {
  values: Values;
  dirty: boolean;
  setValues(values: Values, validate: boolean): unknown;
  resetForm(): void;
}

/** The draft's values over a form's own; a field that the form no longer has is left out. */
function valuesOf<Values extends FormikValues>(draft: Draft, own: Values): Values {
  const known = Object.entries(draft.values).filter(([name]) => name in own);
  return { ...own, ...Object.fromEntries(known) };
}

/**
 * Fills a Formik form with its draft, and keeps the draft up to date with what is typed.
 *
 * @param base what is being edited, as it was when editing began
 * @returns what the notice of a restored text takes: whether to show it, and how to discard
 */
export function useFormDraft<Values extends FormikValues>(
  draft: FormDraft,
  form: Form<Values>,
  base?: unknown,
): { isRestored: boolean; discard: () => void } {
  const { found } = draft;
  const { values, dirty } = form;
  const seen = useRef(values);

  useLayoutEffect(() => {
    if (found) void form.setValues(valuesOf(found, form.values), false);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was found when the form opened
  }, []);

  useEffect(() => {
    if (seen.current === values) return;
    seen.current = values;
    if (dirty) draft.keep({ values, ...(base !== undefined && { base }) });
    else draft.drop();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when something is typed
  }, [values, dirty]);

  return {
    isRestored: draft.isRestored && dirty,
    discard() {
      draft.drop();
      form.resetForm();
    },
  };
}
