import { Paperclip } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { useDispatch, useSelector } from "react-redux";
import { ALWAYS_FRESH } from "#api/alwaysFresh.ts";
import { adviceOf, isNotOffered } from "#api/errors.ts";
import type { TaskFile } from "#contract/shapes/file.ts";
import { cx } from "#lib/cx.ts";
import { useRerenderEveryMinute } from "#lib/hooks.ts";
import { formatBytes } from "#lib/text/formatBytes.ts";
import { countOf, formatCount } from "#lib/text/formatCount.ts";
import type { StoreDispatch } from "#session/appExtra.ts";
import { Button } from "#ui/button/Button.tsx";
import { ErrorState } from "#ui/page/ErrorState.tsx";
import { Skeleton } from "#ui/page/Skeleton.tsx";
import { LiveText } from "#ui/toasts/LiveText.tsx";
import { FileRow } from "./FileRow.tsx";
import classes from "./Files.module.css";
import { useGetFilesQuery } from "./filesApi.ts";
import { addFiles, shownTasks, startUploads } from "./sendUploads.ts";
import { UploadRow } from "./UploadRow.tsx";
import { type Upload, uploadsSlice, type WithUploads } from "./uploadsSlice.ts";
import { useGivenFiles } from "./useGivenFiles.ts";

export const storeParts = { slices: [uploadsSlice], listeners: [startUploads] };

/**
 * The files of a task and the uploads to it. Files are chosen, dropped on the page, or pasted.
 *
 * @param count their number until the list arrives
 */
export default function Files({ taskId, count }: { taskId: string; count: number }) {
  useRerenderEveryMinute();
  const dispatch = useDispatch<StoreDispatch<WithUploads>>();
  const { currentData, error, refetch } = useGetFilesQuery(taskId, ALWAYS_FRESH);
  const all = useSelector(({ uploads }: WithUploads) => uploads);
  const uploads = all.filter((upload) => upload.taskId === taskId);
  const heading = useRef<HTMLHeadingElement>(null);
  const add = (added: readonly File[]) => dispatch(addFiles(taskId, added, currentData));
  const isOver = useGivenFiles(add);

  useEffect(() => {
    shownTasks.add(taskId);
    return () => void shownTasks.delete(taskId);
  }, [taskId]);

  // An older server has none.
  if (!currentData && isNotOffered(error)) return null;
  const files = currentData?.files ?? [];
  const known = currentData ? files.length : count;
  const limit = currentData && formatBytes(currentData.max_bytes);
  return (
    <section aria-labelledby="files-heading" className={cx(classes.files, isOver && classes.over)}>
      <div className={classes.heading}>
        <h2 id="files-heading" ref={heading} tabIndex={-1}>
          Files
          {known > 0 && <span className={classes.count}> ({formatCount(known)})</span>}
        </h2>
        <ChooseFiles onFiles={add} />
      </div>
      <p id="files-hint" className={known + uploads.length > 0 ? "visually-hidden" : classes.hint}>
        {isOver
          ? "Drop the files to add them."
          : `Drop or paste files, up to ${limit ?? "…"} each.`}
      </p>
      {!currentData && error && (
        <ErrorState title="Failed to load files" text={adviceOf(error)} onRetry={refetch} />
      )}
      {!currentData && !error && count > 0 && <Skeleton className={classes.placeholder} />}
      <FileList taskId={taskId} files={files} uploads={uploads} heading={heading} />
      <LiveText className="visually-hidden" text={announced(uploads.length, files.length)} />
    </section>
  );
}

function FileList({
  taskId,
  files,
  uploads,
  heading,
}: {
  taskId: string;
  files: readonly TaskFile[];
  uploads: readonly Upload[];
  /** Gets the focus after a removed row. */
  heading: RefObject<HTMLElement | null>;
}) {
  if (files.length + uploads.length === 0) return null;
  const focus = () => heading.current?.focus();
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <FileRow key={file.id} taskId={taskId} file={file} onDeleted={focus} />
      ))}
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} onRemoved={focus} />
      ))}
    </ul>
  );
}

function ChooseFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Paperclip />}
        aria-describedby="files-hint"
        onClick={() => input.current?.click()}
      >
        Add files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Add files"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}

const announced = (uploading: number, count: number): string =>
  uploading > 0 ? `Adding ${countOf(uploading, "file")}` : countOf(count, "file");
