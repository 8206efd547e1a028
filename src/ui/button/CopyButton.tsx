import { Check, Copy } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "./Button.tsx";
import classes from "./CopyButton.module.css";

const COPIED_MS = 2_000;

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Copies the text of a field. Browsers offer the clipboard to pages with HTTPS only; elsewhere the
 * field's text is selected and copied as by the keyboard.
 */
async function copyFrom(field: TextField | null): Promise<boolean> {
  if (!field) return false;
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/** A button that copies the text of a field. */
export function CopyButton({
  field,
  label,
  name,
  onCopied,
}: {
  field: RefObject<TextField | null>;
  label: string;
  /** The name for screen readers if there are several such buttons. */
  name?: string | undefined;
  /** Called when the text was copied. */
  onCopied?: (() => void) | undefined;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    const hasCopied = await copyFrom(field.current);
    setCopied(hasCopied);
    if (hasCopied) {
      onCopied?.();
      toast.success("Copied", { id: "copied" });
    } else toast.error("Select the text, and copy it with Ctrl+C", { id: "copied" });
  }

  return (
    <Button
      size="sm"
      className={classes.copy}
      icon={isCopied ? <Check /> : <Copy />}
      aria-label={name}
      onClick={() => void copy()}
    >
      {label}
    </Button>
  );
}
