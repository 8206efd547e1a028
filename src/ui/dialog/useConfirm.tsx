import { type ComponentProps, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type DialogProps = ComponentProps<typeof ConfirmDialog>;

interface Question extends Omit<DialogProps, "busy" | "onConfirm" | "onCancel" | "openedBy"> {
  /**
   * The question closes when it is done. It may return what to do then, for example to focus what the
   * dialog made inert.
   */
  onConfirm: () => void | Promise<(() => void) | void>;
}

/** Asks the user to confirm actions: a function that asks, and the open question to render. */
export function useConfirm(): [ask: (question: Question) => void, question: ReactNode] {
  const [asked, setAsked] = useState<Question | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function confirm({ onConfirm }: Question) {
    const running = onConfirm();
    if (!running) return setAsked(null);
    setBusy(true);
    const next = await running;
    const close = () => {
      setBusy(false);
      setAsked(null);
    };
    if (next) flushSync(close);
    else close();
    next?.();
  }

  const question = asked && (
    <ConfirmDialog
      {...asked}
      busy={isBusy}
      onConfirm={() => void confirm(asked)}
      onCancel={() => setAsked(null)}
    />
  );
  return [setAsked, question];
}
