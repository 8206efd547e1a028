import { useRef } from "react";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { Field } from "#ui/form/Field.tsx";
import { TextArea } from "#ui/form/TextArea.tsx";
import classes from "./SelectByList.module.css";

/** The addresses that no user has, to be copied. */
export function UnknownAddresses({ addresses }: { addresses: readonly string[] }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={classes.unknown}>
      <Field label="Not found">
        {(props) => (
          <TextArea
            {...props}
            ref={field}
            rows={2}
            className={classes.list}
            readOnly
            value={addresses.join("\n")}
          />
        )}
      </Field>
      <CopyButton field={field} label="Copy" name="Copy the addresses that were not found" />
    </div>
  );
}
