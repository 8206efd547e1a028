import { type ReactNode, useId } from "react";
import { Button } from "./Button.tsx";
import { CopyField } from "./CopyField.tsx";
import { Dialog } from "./Dialog.tsx";
import classes from "./SecretDialog.module.css";

/** Shows a secret that the server sends only once, with a button that copies it. */
export function SecretDialog({
  title,
  label,
  secret,
  text,
  onClose,
}: {
  title: string;
  /** The name of the field. */
  label: string;
  secret: string;
  /** Explains how to use it. */
  text: ReactNode;
  onClose: () => void;
}) {
  const id = useId();
  return (
    <Dialog
      title={title}
      describedBy={`${id}-text`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p id={`${id}-text`} className={classes.text}>
        {text}
      </p>
      <CopyField data-autofocus aria-label={label} value={secret} />
    </Dialog>
  );
}
