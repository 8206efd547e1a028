import type { Task } from "#contract/task.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import { selectMustWait } from "#sync/connection/connectionSlice.ts";
import type { FieldValue } from "./editMachine.ts";
import type { DoneEdit, EditedField, EditsState } from "./editsState.ts";

/** A pending edit; `at` is its `WantedValue.at`. */
export interface PendingTaskEdit {
  taskId: Task["id"];
  field: EditedField;
  at: number;
  value: FieldValue;
  /** The task's title, for the message of a failed edit. */
  title: string;
}

/** The maximum number of edits that are sent at the same time. */
const MAX_RUNNING = 4;

const FIELD_NAMES: Readonly<Record<EditedField, string>> = {
  title: "title",
  assignee_id: "assignee",
  priority: "priority",
  due_date: "due date",
  team_id: "team",
};

/** The field's name in a sentence. */
export const fieldName = (field: EditedField): string => FIELD_NAMES[field];

function allPending({ pending }: EditsState) {
  return Object.entries(pending).flatMap(([taskId, fields]) =>
    Object.entries(fields).map(([field, edit]) => ({ taskId, field: field as EditedField, edit })),
  );
}

/**
 * The edits to send now, in the order of the user's actions. Without a connection, or while the
 * server is busy, there are none.
 */
export function selectSendableEdits(state: WithBoard): PendingTaskEdit[] {
  if (selectMustWait(state)) return [];
  const all = allPending(state.edits);
  const running = all.filter(({ edit }) => edit.phase === "sending" || edit.phase === "superseded");
  return all
    .flatMap(({ taskId, field, edit }) =>
      edit.phase === "queued" ? [{ taskId, field, ...edit.want }] : [],
    )
    .toSorted((a, b) => a.at - b.at)
    .slice(0, Math.max(0, MAX_RUNNING - running.length));
}

/** The edits whose outcome is unknown. */
export const selectUnsure = ({ edits }: WithBoard): PendingTaskEdit[] =>
  allPending(edits).flatMap(({ taskId, field, edit }) =>
    edit.phase === "unsure" ? [{ taskId, field, ...edit.sent }] : [],
  );

/** Whether the edit's outcome is still to come. */
export function selectIsUnderWay({ edits }: WithBoard, taskId: string, at: number): boolean {
  return Object.values(edits.pending[taskId] ?? {}).some((edit) => {
    if (edit.phase === "confirmed") return false;
    return ("want" in edit && edit.want.at === at) || ("sent" in edit && edit.sent.at === at);
  });
}

/** The change to which an edit belongs, if it can be undone. */
export const selectDone = ({ edits }: WithBoard, at: number): DoneEdit | undefined =>
  edits.history.find(({ tasks }) => tasks.some((task) => task.at === at));
