import { type ComponentProps, useState } from "react";
import { cx } from "#lib/cx.ts";
import button from "#ui/button/Button.module.css";
import classes from "./FileInput.module.css";

/**
 * Chooses a file. The native input covers a button and the file's name in our style, so that keys,
 * label, focus and dropping a file stay the browser's. The same file can be chosen again.
 */
export function FileInput({
  onChoose,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "className" | "onChange"> & {
  onChoose: (file: File) => void;
}) {
  const [name, setName] = useState("");
  return (
    <span className={classes.file}>
      <input
        {...rest}
        type="file"
        title={name || "No file chosen"}
        className={classes.input}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (!file) return;
          setName(file.name);
          onChoose(file);
        }}
      />
      <span aria-hidden="true" className={cx(button.button, button.secondary, classes.button)}>
        Choose file
      </span>
      <span dir="auto" className={classes.name}>
        {name || "No file chosen"}
      </span>
    </span>
  );
}
