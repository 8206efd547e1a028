import { type ComponentProps, useId, useRef } from "react";
import { saysMore } from "#features/taskLine/readLine.ts";
import { TaskLineNotes } from "#features/taskLine/TaskLineNotes.tsx";
import { cx } from "#lib/cx.ts";
import { TextLine } from "#ui/form/TextLine.tsx";
import classes from "./TaskForm.module.css";
import type { TaskFormState } from "./useTaskForm.ts";

/** The title. In a new task it says more, as the line of a column does. */
export function TitleLine({
  state: { line },
  ...props
}: { state: TaskFormState } & ComponentProps<typeof TextLine>) {
  const notesId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const hasNotes = line && (line.offered.length > 0 || saysMore(line.read));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape means the field and its notes
    <div
      className={classes.field}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !line?.takeBack()) return;
        // The dialog stays open.
        event.stopPropagation();
        event.preventDefault();
        field.current?.focus();
      }}
    >
      <TextLine
        {...props}
        ref={field}
        aria-describedby={cx(props["aria-describedby"], hasNotes && notesId) || undefined}
        placeholder="What needs to be done?"
        autoComplete="off"
        onPaste={line?.handlePaste}
      />
      {line && <TaskLineNotes id={notesId} line={line} field={field} />}
    </div>
  );
}
