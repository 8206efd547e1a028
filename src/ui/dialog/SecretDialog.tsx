import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Button } from "#ui/button/Button.tsx";
import { CopyField } from "#ui/form/CopyField.tsx";
import { Dialog } from "./Dialog.tsx";
import classes from "./SecretDialog.module.css";
import { useConfirm } from "./useConfirm.tsx";

type Shown = Omit<ComponentProps<typeof SecretDialog>, "onClose">;

/** A function that shows a secret, and the open dialog to render. */
export function useSecret(): [show: (secret: Shown) => void, dialog: ReactNode] {
  const [shown, setShown] = useState<Shown | null>(null);
  const dialog = shown && <SecretDialog {...shown} onClose={() => setShown(null)} />;
  return [setShown, dialog];
}

/**
 * Shows a secret that the server sends only once, with a button that copies it. With `lossText` it asks
 * before it closes if the secret was not copied.
 */
export function SecretDialog({
  title,
  label,
  secret,
  text,
  lossText,
  onClose,
}: {
  title: string;
  /** The name of the field. */
  label: string;
  secret: string;
  /** Explains how to use it. */
  text: ReactNode;
  /** What the user loses by closing. */
  lossText?: string | undefined;
  onClose: () => void;
}) {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const [ask, question] = useConfirm();
  function close() {
    if (!lossText || isCopied) return onClose();
    ask({
      title: "Close without copying?",
      message: lossText,
      confirmLabel: "Close",
      cancelLabel: "Back",
      danger: true,
      onConfirm: onClose,
    });
  }
  return (
    <Dialog
      title={title}
      describedBy={`${id}-text`}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      }
    >
      <p id={`${id}-text`} className={classes.text}>
        {text}
      </p>
      <CopyField
        data-autofocus
        aria-label={label}
        value={secret}
        onCopied={() => setCopied(true)}
      />
      {question}
    </Dialog>
  );
}
