import { type DragEvent, useId, useState } from "react";
import { AddressTextArea } from "#ui/form/AddressTextArea.tsx";
import { Field } from "#ui/form/Field.tsx";
import { FileInput } from "#ui/form/FileInput.tsx";
import classes from "./SelectByList.module.css";

/** The maximum length of a list, in characters: about 10,000 lines with a name and an address. */
export const LIST_CHARACTERS_MAX = 1_000_000;
const FILE_MAX_BYTES = 4 * 1024 * 1024;

/** The text of a file. It is rejected if the file can't be read any more. */
function textOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("The file can't be read")));
    reader.readAsText(file);
  });
}

/** Reads a text file. Throws an error with a message for the user. */
async function readListFile(file: File): Promise<string> {
  if (file.size > FILE_MAX_BYTES) throw new Error("The file is larger than 4 MiB");
  const text = await textOf(file);
  if (text.includes("\0")) throw new Error("This is no text file. Save the table as CSV first");
  return text;
}

/** Lets the user drop a file. Dragged text can be dropped by default. */
function allowFile(event: DragEvent): void {
  if (event.dataTransfer.types.includes("Files")) event.preventDefault();
}

/** The list of addresses: typed, pasted, or from a file. */
export function AddressList({
  text,
  onChange,
}: {
  text: string;
  onChange: (text: string) => void;
}) {
  const [error, setError] = useState("");
  const id = useId();

  async function choose(file: File) {
    setError("");
    try {
      onChange(await readListFile(file));
    } catch (failure) {
      setError((failure as Error).message);
    }
  }

  function drop(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void choose(file);
  }

  return (
    <>
      <Field
        label="Email addresses"
        hint="One per line, or separated by commas. A CSV may have other columns, too."
        limited={{ text, max: LIST_CHARACTERS_MAX, name: "The list" }}
      >
        {(props) => (
          <AddressTextArea
            {...props}
            className={classes.list}
            value={text}
            onDragOver={allowFile}
            onDrop={drop}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <div className={classes.file}>
        <label htmlFor={id}>Or choose a CSV or text file</label>
        <FileInput
          id={id}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          onChoose={(file) => void choose(file)}
        />
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      </div>
    </>
  );
}
