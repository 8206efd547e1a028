import type { FormikValues } from "formik";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type FormOptions, useForm } from "#lib/forms/useForm.ts";
import type { FormDraft } from "./useDraft.ts";

interface DraftFormOptions<Values> extends FormOptions<Values> {
  draft: FormDraft;
  /** The field with a password, which is never stored. */
  secret?: keyof Values & string;
  /** The saved record when editing began. */
  baseOf?: (values: Values) => unknown;
  /** Whether the values differ from the saved ones, if those are not `initialValues`. */
  isEdited?: (values: Values) => boolean;
  onDiscard?: () => void;
}

/**
 * A form that opens with the user's draft, if there is one, and keeps its text as a draft until it
 * is saved or discarded. Drafts survive reloads and expired sessions (drafts.ts).
 */
export function useDraftForm<Values extends FormikValues>({
  draft,
  secret,
  baseOf,
  isEdited,
  onDiscard,
  ...options
}: DraftFormOptions<Values>) {
  const { found } = draft;
  const [isRestored, setRestored] = useState(found !== null);

  async function save(...args: Parameters<typeof options.save>) {
    const endSave = draft.beginSave();
    const refused = await options.save(...args);
    endSave(!refused);
    return refused;
  }

  const form = useForm<Values>({ ...options, save });
  const { values } = form;
  const isDirty = isEdited ? isEdited(values) : form.isDirty;
  const previous = useRef(values);

  useLayoutEffect(() => {
    if (!found) return;
    // The draft may be from an older version of the form.
    const known = Object.entries(found.values).filter(([name]) => name in values);
    form.setValues({ ...values, ...Object.fromEntries(known) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the form opens
  }, []);

  useEffect(() => {
    if (previous.current === values) return;
    previous.current = values;
    if (isDirty) {
      const kept = Object.entries(values).filter(([name]) => name !== secret);
      const base = baseOf?.(values);
      draft.keep({ values: Object.fromEntries(kept), ...(base !== undefined && { base }) });
    } else {
      draft.drop();
      setRestored(false);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the user types
  }, [values, isDirty]);

  return {
    ...form,
    isDirty,
    /** Whether the form opened with a draft that is still unsaved. */
    isRestored: isRestored && isDirty,
    /** Returns to the saved values. */
    discard() {
      draft.drop();
      setRestored(false);
      onDiscard?.();
      form.reset();
    },
  };
}

/** A form with a draft. */
export type DraftForm<Values extends FormikValues> = ReturnType<typeof useDraftForm<Values>>;
