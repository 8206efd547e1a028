import { type ComponentProps, useRef } from "react";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import classes from "./CopyField.module.css";
import { TextInput } from "./TextInput.tsx";

/**
 * A text that can only be read, with a button that copies it. Every other prop goes to the `<input>`.
 * `onCopied` is called when it was copied, by the button or otherwise.
 */
export function CopyField({
  copyName,
  onCopied,
  ...rest
}: ComponentProps<"input"> & {
  value: string;
  copyName?: string | undefined;
  onCopied?: (() => void) | undefined;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.row}>
      <TextInput
        {...rest}
        ref={field}
        readOnly
        className={classes.text}
        spellCheck={false}
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        onCopy={onCopied}
      />
      <CopyButton field={field} label="Copy" name={copyName} onCopied={onCopied} />
    </div>
  );
}
