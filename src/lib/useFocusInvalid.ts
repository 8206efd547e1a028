import { type RefObject, useEffect } from "react";

/**
 * Puts the focus on the first refused field of a form.
 *
 * @param refusals counts the submissions that were refused; each time it grows the focus moves
 */
export function useFocusInvalid(form: RefObject<HTMLElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
  }, [form, refusals]);
}
