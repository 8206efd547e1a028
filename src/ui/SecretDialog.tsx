import { Copy } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import classes from "./SecretDialog.module.css";
import { TextInput } from "./TextInput.tsx";

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
  /** What to do with it. */
  text: ReactNode;
  onClose: () => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState("");

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      setOutcome("Copied");
    } catch {
      // Without TLS, or if the user refuses, there is no clipboard.
      setOutcome("Please copy the selected text");
    }
  }

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
      <div className={classes.row}>
        <TextInput
          ref={field}
          data-autofocus
          readOnly
          aria-label={label}
          className={classes.secret}
          value={secret}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
        <Button icon={<Copy />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <output className={classes.outcome}>{outcome || "\u00a0"}</output>
    </Dialog>
  );
}
