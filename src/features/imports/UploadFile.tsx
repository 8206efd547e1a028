import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { IMPORT_MAX_BYTES } from "#contract/imports.ts";
import type { ImportDetail } from "#contract/shapes/imports.ts";
import { cx } from "#lib/cx.ts";
import { formatBytes } from "#lib/text/formatBytes.ts";
import { FileInput } from "#ui/form/FileInput.tsx";
import classes from "./ImportPage.module.css";
import { useUploadImportMutation } from "./importsApi.ts";

/** Chooses a file, by a dialog or by dropping it, and uploads it. */
export function UploadFile({ onUploaded }: { onUploaded: (uploaded: ImportDetail) => void }) {
  const [upload, { isLoading }] = useUploadImportMutation();
  const [error, setError] = useState("");
  const [isOver, setIsOver] = useState(false);
  const id = useId();

  async function choose(file: File | undefined) {
    if (!file || isLoading) return;
    const isTooLarge = file.size > IMPORT_MAX_BYTES;
    setError(isTooLarge ? `The file is larger than ${formatBytes(IMPORT_MAX_BYTES)}` : "");
    if (isTooLarge) return;
    const { data } = await upload(file);
    if (data) onUploaded(data);
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void choose(event.dataTransfer.files[0]);
  }

  return (
    <div
      className={cx(classes.drop, isOver && classes.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <FileUp aria-hidden="true" className={classes.icon} />
      <label htmlFor={id} className={classes.label}>
        {isLoading ? "Reading the file…" : "Choose a file, or drop one here"}
      </label>
      <FileInput
        id={id}
        accept=".json,.csv,.tsv,.txt,.zip"
        disabled={isLoading}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
        aria-invalid={error ? true : undefined}
        onChoose={(file) => void choose(file)}
      />
      <p id={`${id}-hint`} className={classes.hint}>
        A JSON export of Trello, the zip of Vikunja, a CSV of Kanboard, issues of GitHub as JSON, or
        any CSV, also of a spreadsheet; at most {formatBytes(IMPORT_MAX_BYTES)}. Nothing is created
        before you have seen a report.
      </p>
      <p id={`${id}-error`} role="alert" className={classes.error}>
        {error}
      </p>
    </div>
  );
}
