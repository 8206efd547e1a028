import { type ComponentProps, useRef } from "react";
import { CopyButton } from "./CopyButton.tsx";
import classes from "./CopyField.module.css";
import { TextInput } from "./TextInput.tsx";

/** A text that can only be read, with a button that copies it. Every other prop goes to the `<input>`. */
export function CopyField({
  copyName,
  ...rest
}: ComponentProps<"input"> & { value: string; copyName?: string | undefined }) {
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
      />
      <CopyButton field={field} label="Copy" name={copyName} />
    </div>
  );
}
