import type { FormikValues } from "formik";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type FormOptions, useForm } from "#lib/useForm.ts";
import type { FormDraft } from "./useDraft.ts";

interface DraftFormOptions<Values> extends FormOptions<Values> {
  draft: FormDraft;
  /** A password among the fields: it is never kept. */
  secret?: keyof Values & string;
  /** What is being edited, as it was when editing began. */
  baseOf?: (values: Values) => unknown;
  /** Whether the values differ from what is saved, where it isn't `initialValues` that is. */
  isEdited?: (values: Values) => boolean;
  onDiscard?: () => void;
}

/**
 * A form whose text is kept until it is saved or discarded, through reloads and expired sessions
 * (drafts.ts). It opens with the draft that it finds.
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
    const release = draft.hold();
    const refused = await options.save(...args);
    release(!refused);
    return refused;
  }

  const form = useForm<Values>({ ...options, save });
  const { values } = form;
  const isDirty = isEdited ? isEdited(values) : form.isDirty;
  const seen = useRef(values);

  useLayoutEffect(() => {
    if (!found) return;
    // A field that the form no longer has is left out.
    const known = Object.entries(found.values).filter(([name]) => name in values);
    form.setValues({ ...values, ...Object.fromEntries(known) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was found when the form opened
  }, []);

  useEffect(() => {
    if (seen.current === values) return;
    seen.current = values;
    if (isDirty) {
      const kept = Object.entries(values).filter(([name]) => name !== secret);
      const base = baseOf?.(values);
      draft.keep({ values: Object.fromEntries(kept), ...(base !== undefined && { base }) });
    } else {
      draft.drop();
      setRestored(false);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when something is typed
  }, [values, isDirty]);

  return {
    ...form,
    isDirty,
    /** Whether the form shows an unsaved draft that it found. */
    isRestored: isRestored && isDirty,
    /** Back to what is saved. */
    discard() {
      draft.drop();
      setRestored(false);
      onDiscard?.();
      form.reset();
    },
  };
}
