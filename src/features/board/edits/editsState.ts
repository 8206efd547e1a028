import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type Task, type TaskSummary } from "#contract/task.ts";
import type { FieldEdit, FieldValue } from "./editMachine.ts";

/** The fields that can be changed without the form. A change of the status is a move. */
export type EditedField = "title" | "assignee_id" | "priority" | "due_date" | "team_id";

/** New values of some fields. */
export type EditedValues = Partial<Pick<Task, EditedField>>;

export type PendingEdit = Exclude<FieldEdit, { phase: "settled" }>;

/** A change that can be undone: of one field, of one task or several. */
export interface DoneEdit {
  /** The `WantedValue.at` of its first task. */
  at: number;
  field: EditedField;
  to: FieldValue;
  /** `undoneAt` is the `WantedValue.at` of the edit that undoes it. That edit may still fail. */
  tasks: { id: Task["id"]; title: string; from: FieldValue; at: number; undoneAt?: number }[];
  /** The board's logical clock at the time of the edit. It orders edits and moves. */
  boardClock: number;
  /** Whether it was made before a reload. */
  isRestored?: true;
}

/** Whether a task's edit was undone. */
export const isUndone = ({ undoneAt }: DoneEdit["tasks"][number]): boolean =>
  undoneAt !== undefined;

/** A cached response, and the clock when it was requested. */
export interface ArrivedResponse {
  requested: number;
  /** The task, if it is the response for a single one. */
  taskId: Task["id"] | null;
}

export interface EditsState {
  /** A logical clock that orders edits and responses. */
  clock: number;
  /** The pending edits, by task and field. */
  pending: Record<Task["id"], Partial<Record<EditedField, PendingEdit>>>;
  /** The values that screens show instead of the responses', by task. */
  shown: Readonly<Record<Task["id"], EditedValues>>;
  /** The running requests of tasks: request id → clock. */
  requested: Record<string, number>;
  /** The cached responses with tasks, by cache key. */
  arrived: Record<string, ArrivedResponse>;
  /** The edits that can be undone, newest last. */
  history: DoneEdit[];
}

/** The initial state. The first edit loads the slice. */
export const NO_EDITS: EditsState = {
  clock: 0,
  pending: {},
  shown: {},
  requested: {},
  arrived: {},
  history: [],
};

export interface WithEdits {
  edits: EditsState;
}

/** The values that screens show instead of those in the cached responses, by task. */
export const selectShownValues = ({ edits }: WithEdits): EditsState["shown"] => edits.shown;

/** A task with the names that some screens have besides the ids. */
type AnyTask = TaskSummary & { assignee_name?: string; team_name?: string };

const edited = new WeakMap<AnyTask, { values: EditedValues; task: AnyTask }>();

/** The task with its pending edits. The same task and edits give the same object each time. */
export function withEdits<T extends AnyTask>(task: T, shown: EditsState["shown"]): T {
  const values = shown[task.id];
  if (!values) return task;
  const before = edited.get(task);
  if (before?.values === values) return before.task as T;
  const { assignee_name, team_name, ...rest } = task;
  const after = {
    ...rest,
    ...values,
    ...(assignee_name && !("assignee_id" in values) && { assignee_name }),
    ...(team_name && !("team_id" in values) && { team_name }),
  } as unknown as T;
  edited.set(task, { values, task: after });
  return after;
}

/** The tasks with their pending edits. Without edits of these tasks it is the same list. */
export function allWithEdits<T extends AnyTask>(
  tasks: readonly T[],
  shown: EditsState["shown"],
): readonly T[] {
  return tasks.some(({ id }) => shown[id]) ? tasks.map((task) => withEdits(task, shown)) : tasks;
}

/** The board with the pending edits of its cards. */
export function boardWithEdits<B extends Board>(board: B, shown: EditsState["shown"]): B {
  if (Object.keys(shown).length === 0) return board;
  const columns = TASK_STATUSES.map((status) => [status, allWithEdits(board[status], shown)]);
  return { ...board, ...(Object.fromEntries(columns) as Board) };
}
