import { createSelector } from "@reduxjs/toolkit";
import type { Task } from "#contract/task.ts";
import type { FieldValue } from "./editMachine.ts";
import type { EditedField, PendingEdit, WithEdits } from "./editsState.ts";

/** An unconfirmed edit of one field, as it is stored for a reload. */
export interface StoredEdit {
  taskId: Task["id"];
  field: EditedField;
  value: FieldValue;
  /** The task's title, for messages. */
  title: string;
  /** The server's value without the edit; absent if a lost response has made it unknown. */
  base?: FieldValue;
  /** The value of the user's own older edit, which the server may have saved. */
  earlier?: FieldValue;
  /** A logical clock that orders the edits of one tab. */
  at: number;
  /** The time of the user's action, which orders the edits of several tabs. Older lists lack it. */
  when?: number;
  /** Whether it was sent. The server may have saved it. */
  sent: boolean;
}

/** A pending edit as it is stored; null if the server has saved it. */
function storedEdit(taskId: Task["id"], field: EditedField, edit: PendingEdit): StoredEdit | null {
  if (edit.phase === "confirmed") return null;
  const { value, title, at, when } = "want" in edit ? edit.want : edit.sent;
  return {
    taskId,
    field,
    value,
    title,
    at,
    when,
    ...(edit.base !== undefined && { base: edit.base }),
    ...(edit.earlier !== undefined && { earlier: edit.earlier }),
    ...(edit.phase === "superseded" && { earlier: edit.sent.value }),
    sent: edit.phase === "sending" || edit.phase === "unsure",
  };
}

/** The edits that the server has not confirmed, in the order of the user's actions. */
export const selectUnsentEdits = createSelector(
  [({ edits }: WithEdits) => edits.pending],
  (pending): readonly StoredEdit[] =>
    Object.entries(pending)
      .flatMap(([taskId, fields]) =>
        Object.entries(fields).flatMap(
          ([field, edit]) => storedEdit(taskId, field as EditedField, edit) ?? [],
        ),
      )
      .toSorted((a, b) => a.at - b.at),
);
