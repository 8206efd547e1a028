import { Download, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FILE_NAME_MAX } from "#contract/file.ts";
import type { TaskFile } from "#contract/shapes/file.ts";
import { formatRelative } from "#lib/dates/dates.ts";
import { formatInstantFull } from "#lib/dates/day.ts";
import { formatBytes } from "#lib/text/formatBytes.ts";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { TextInput } from "#ui/form/TextInput.tsx";
import { FileIcon } from "./FileIcon.tsx";
import classes from "./Files.module.css";
import {
  useChangeFileMutation,
  useDeleteFileMutation,
  useGetFileAddressMutation,
} from "./filesApi.ts";

/** Saves a file. Its address has the name, and the browser shows nothing of it in our page. */
function save(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

/** A file of a task: its name saves it. */
export function FileRow({
  taskId,
  file,
  onDeleted,
}: {
  taskId: string;
  file: TaskFile;
  onDeleted: () => void;
}) {
  const { id, name, type, size, user_name, created_at } = file;
  const key = { taskId, id, name };
  const [getAddress, { isLoading }] = useGetFileAddressMutation();
  const [deleteFile] = useDeleteFileMutation();
  const [isRenaming, setRenaming] = useState(false);
  const title = useRef<HTMLButtonElement>(null);

  async function download() {
    const { data } = await getAddress(key);
    if (data !== undefined) save(data);
  }

  async function remove() {
    const { error } = await deleteFile(key);
    // The button is removed with the file.
    if (!error) onDeleted();
  }

  const wasRenaming = useRef(false);
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) title.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);

  return (
    <li className={classes.item}>
      <FileIcon type={type} name={name} />
      <div className={classes.text}>
        {isRenaming ? (
          <RenameFile file={key} onClose={() => setRenaming(false)} />
        ) : (
          <button
            ref={title}
            type="button"
            dir="auto"
            className={classes.name}
            title={`Download ${name}`}
            aria-busy={isLoading || undefined}
            onClick={() => void download()}
          >
            {name}
          </button>
        )}
        <p className={classes.facts}>
          {formatBytes(size)} · <bdi>{user_name || "Unknown user"}</bdi> ·{" "}
          <time dateTime={created_at} title={formatInstantFull(created_at)}>
            {formatRelative(created_at)}
          </time>
        </p>
      </div>
      {!isRenaming && (
        <FileActions
          name={name}
          onDownload={() => void download()}
          onRename={() => setRenaming(true)}
          onDelete={() => void remove()}
        />
      )}
    </li>
  );
}

function FileActions({
  name,
  onDownload,
  onRename,
  onDelete,
}: {
  name: string;
  onDownload: () => void;
  onRename: () => void;
  onDelete: () => void;
}) {
  return (
    <span className={classes.actions}>
      <IconButton
        label={`Download ${name}`}
        className={classes.download}
        icon={<Download />}
        size="sm"
        onClick={onDownload}
      />
      <IconButton label={`Rename ${name}`} icon={<Pencil />} size="sm" onClick={onRename} />
      <IconButton label={`Delete ${name}`} icon={<Trash2 />} size="sm" onClick={onDelete} />
    </span>
  );
}

/** The number of characters of a name before its extension. */
const stemLength = (name: string): number => {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? dot : name.length;
};

function RenameFile({
  file,
  onClose,
}: {
  file: { taskId: string; id: string; name: string };
  onClose: () => void;
}) {
  const [changeFile, { isLoading }] = useChangeFileMutation();
  const [name, setName] = useState(file.name);
  const isSame = name.trim() === "" || name.trim() === file.name;

  async function submit() {
    if (isSame) return onClose();
    const { error } = await changeFile({ ...file, patch: { name: name.trim() } });
    if (!error) onClose();
  }

  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        ref={(input) => {
          if (!input || input === document.activeElement) return;
          input.focus();
          input.setSelectionRange(0, stemLength(file.name));
        }}
        aria-label="File name"
        maxLength={FILE_NAME_MAX}
        value={name}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // Else the focus would leave the field, and a second Escape close the panel.
          event.preventDefault();
          onClose();
        }}
        onChange={({ target }) => setName(target.value)}
      />
      <Button size="sm" onClick={onClose}>
        Cancel
      </Button>
      <Button size="sm" variant="primary" type="submit" busy={isLoading}>
        Save
      </Button>
    </form>
  );
}
