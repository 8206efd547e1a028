import { X } from "lucide-react";
import { useDispatch } from "react-redux";
import { formatBytes } from "#lib/text/formatBytes.ts";
import { Button } from "#ui/button/Button.tsx";
import { IconButton } from "#ui/button/IconButton.tsx";
import { FileIcon } from "./FileIcon.tsx";
import classes from "./Files.module.css";
import { type Upload, uploadActions } from "./uploadsSlice.ts";

/** How far an upload is. */
function stateOf({ phase, sent, size, reason }: Upload): string {
  switch (phase) {
    case "waiting":
      return "Waiting";
    case "sending":
      return `${formatBytes(sent)} of ${formatBytes(size)}`;
    case "interrupted":
      return `No connection. It goes on at ${formatBytes(sent)} of ${formatBytes(size)}`;
    case "failed":
      return reason;
  }
}

/** An upload with its progress, and what the user can do about it. */
export function UploadRow({ upload, onRemoved }: { upload: Upload; onRemoved: () => void }) {
  const dispatch = useDispatch();
  const { id, name, phase, sent, size, isFinal } = upload;
  const hasFailed = phase === "failed";
  return (
    <li className={classes.item}>
      <FileIcon type="" name={name} />
      <div className={classes.text}>
        <span dir="auto" className={classes.name}>
          {name}
        </span>
        {!hasFailed && (
          <progress
            className={classes.progress}
            aria-label={`Adding ${name}`}
            max={size}
            value={sent}
          />
        )}
        <p
          role={hasFailed ? "alert" : undefined}
          className={hasFailed ? classes.failed : classes.state}
        >
          {stateOf(upload)}
        </p>
      </div>
      {hasFailed && !isFinal && (
        <Button size="sm" onClick={() => dispatch(uploadActions.uploadRetried({ id }))}>
          Try again
        </Button>
      )}
      <IconButton
        label={hasFailed ? `Remove ${name}` : `Cancel ${name}`}
        icon={<X />}
        size="sm"
        onClick={() => {
          dispatch(uploadActions.uploadCancelled({ id }));
          onRemoved();
        }}
      />
    </li>
  );
}
