import type { ReactNode } from "react";
import { useConfirm } from "./useConfirm.tsx";

/** The part of a form (useDraftForm.ts) that matters when the user leaves it. */
export interface LeftForm {
  isDirty: boolean;
  isSubmitting: boolean;
  /** Resets the form to the saved values. */
  discard(): void;
}

/**
 * Leaves a form without saving, unless it is being sent: a function for it, and the question to render.
 *
 * @param question to ask before unsaved values are discarded. Without one, they are discarded at once.
 */
export function useLeaveForm(
  { isDirty, isSubmitting, discard }: LeftForm,
  question: { title: string; message: string } | undefined,
  onLeave: () => void,
): [leave: () => void, asked: ReactNode] {
  const [ask, asked] = useConfirm();

  function leave() {
    discard();
    onLeave();
  }

  function tryToLeave() {
    if (isSubmitting) return;
    if (!isDirty || !question) return leave();
    ask({
      ...question,
      confirmLabel: "Discard",
      cancelLabel: "Keep editing",
      danger: true,
      onConfirm: leave,
    });
  }
  return [tryToLeave, asked];
}
