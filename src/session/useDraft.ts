import { useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { Draft, Drafts } from "./drafts.ts";
import type { StoreDispatch } from "./extra.ts";
import { selectStoredUser } from "./sessionSlice.ts";

/** The drafts of this tab, which the store works with. */
export function useDrafts(): Drafts {
  const dispatch = useDispatch<StoreDispatch>();
  const [drafts] = useState(() => dispatch((_dispatch, _getState, extra) => extra.drafts));
  return drafts;
}

/** The current user's draft of a form, for as long as the form shows. */
export interface FormDraft {
  /** What was found when the form opened. */
  found: Draft | null;
  keep(draft: Draft): void;
  /** The form was saved or discarded. */
  drop(): void;
  /** It is being sent: call the result with whether it was saved. */
  hold(): (saved: boolean) => void;
}

/** Where the current user's text of a form is kept (drafts.ts). */
export function useDraft(form: string): FormDraft {
  const drafts = useDrafts();
  const user = useSelector(selectStoredUser)?.id;
  const [found] = useState(() => (user === undefined ? null : drafts.find(user, form)));

  useEffect(() => (user === undefined ? undefined : drafts.open(user, form)), [drafts, user, form]);

  return {
    found,
    keep: (draft) => void (user !== undefined && drafts.keep(user, form, draft)),
    drop: () => void (user !== undefined && drafts.drop(user, form)),
    hold: () => (user === undefined ? () => undefined : drafts.hold(user, form)),
  };
}

/**
 * Opens a form again that was open when the session expired, once its user is back on the page.
 *
 * @param form what to look for; undefined while it could not be opened yet
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
