import { Check, Copy } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "#ui/Button.tsx";
import { TextInput } from "#ui/TextInput.tsx";
import classes from "./Links.module.css";

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
}: {
  field: RefObject<TextField | null>;
  label: string;
  /** The name for screen readers if there are several such buttons. */
  name?: string;
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
    if (hasCopied) toast.success("Copied", { id: "copied" });
    else toast.error("Select the text, and copy it with Ctrl+C", { id: "copied" });
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

/** The address of a link, with a button that copies it. */
export function LinkAddress({ address, of }: { address: string; of: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.address}>
      <TextInput
        ref={field}
        aria-label={`Link for ${of}`}
        value={address}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <CopyButton field={field} label="Copy" name={`Copy the link for ${of}`} />
    </div>
  );
}
