import { useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { StoreDispatch } from "./appExtra.ts";
import { selectStoredUser } from "./authSlice.ts";
import type { Draft, Drafts } from "./drafts.ts";

/** The drafts of this tab, from the store's extra argument. */
export function useDrafts(): Drafts {
  const dispatch = useDispatch<StoreDispatch>();
  const [drafts] = useState(() => dispatch((_dispatch, _getState, extra) => extra.drafts));
  return drafts;
}

/** The current user's draft of a form on the screen. */
export interface FormDraft {
  /** The draft that was there when the form opened. */
  found: Draft | null;
  keep(draft: Draft): void;
  /** Deletes the draft, because the form was saved or discarded. */
  drop(): void;
  /**
   * Hides the draft while it is being saved. Returns a function. Call it when the save has succeeded or
   * failed.
   */
  beginSave(): (isSaved: boolean) => void;
}

/** Finds and stores the current user's draft of a form. */
export function useDraft(form: string): FormDraft {
  const drafts = useDrafts();
  const user = useSelector(selectStoredUser)?.id;
  const [found] = useState(() => (user === undefined ? null : drafts.find(user, form)));

  useEffect(() => (user === undefined ? undefined : drafts.open(user, form)), [drafts, user, form]);

  return {
    found,
    keep: (draft) => void (user !== undefined && drafts.keep(user, form, draft)),
    drop: () => void (user !== undefined && drafts.drop(user, form)),
    beginSave: () => (user === undefined ? () => undefined : drafts.beginSave(user, form)),
  };
}

/**
 * Reopens a form that was open when the session expired, when its user is back on the page.
 *
 * @param form its name or pattern; undefined as long as the page can't open it
 */
export function useResume(form: string | RegExp | undefined, open: (form: string) => void): void {
  const drafts = useDrafts();
  const user = useSelector(selectStoredUser)?.id;
  useEffect(() => {
    const found = user !== undefined && form !== undefined ? drafts.resume(user, form) : null;
    if (found !== null) open(found);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `open` does the same each time
  }, [drafts, user, form]);
}
