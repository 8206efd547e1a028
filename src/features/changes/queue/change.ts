import type { WithApi } from "#api/api.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import type {
  SetChange,
  SetFieldName,
  SingleFieldName,
  SingleFieldValues,
  TaskInput,
} from "#contract/taskFields.ts";
import type { BoardState } from "#features/board/data/boardSlice.ts";
import type { WithSession } from "#session/authSlice.ts";
import type { WithConnection } from "#sync/connection/connectionSlice.ts";
import type { WithExtensions } from "#sync/extensions/extensions.ts";
import type { DoneChange } from "./history.ts";
import type { PendingChange } from "./pendingChange.ts";

/**
 * A member of a set, such as `labels/<id>`. Its value is the id, or null if the set lacks it. So a change of
 * a set is what it adds and removes, and what others change in the same set stays.
 */
export type Member = `${SetFieldName}/${string}`;

/** A field of a task. A change of the status is a move of its card. */
export type Field = SingleFieldName | Member;

/** What a change changes: a field of a task; `new` is a new task. */
export type What = Field | "new";

export type FieldValue = string | null;

/** New values of some fields of a task. */
export type Values = Partial<SingleFieldValues>;

/** The same, with what changes of sets. */
export type ValueChanges = Values & { [Name in SetFieldName]?: SetChange | undefined };

/** The cards above and below a card in its column; null at the column's ends. */
export interface Neighbours {
  above: string | null;
  below: string | null;
}

/** A new task, besides its title. */
export type NewTask = Partial<Omit<TaskInput, "title">> &
  Pick<SingleFieldValues, "status" | "assignee_id">;

/** A value that the user wants. */
export interface Wanted {
  /** The field's value, or a new task's title. */
  value: FieldValue;
  /** The task's title, for messages. */
  title: string;
  /** The logical clock at the time of the user's action. It orders the changes of this page. */
  at: number;
  /** The time of the user's action, which orders the changes of several tabs. */
  when: number;
  /** The same for all changes that were requested together. */
  group: number;
  /** Where an undone move puts the card back. Any other move puts it on top. */
  beside?: Neighbours;
  /** The version of the task that the change is based on. Another version refuses it. */
  etag?: string;
  /** The change that this one undoes: its `DoneChange.at`. */
  undoes?: number;
  /** Set for an undo: the task is read before the value is sent, so that what others have changed stays. */
  isReadFirst?: true;
  task?: NewTask;
}

/** The name of a change of a task, with the time of the value. */
export interface ChangeId {
  /** The task's id, or the key of a new task: the server creates one task for it. */
  id: string;
  what: What;
  /** The `Wanted.at`. */
  at: number;
}

/** A cached response that shows tasks. Times are those of the logical clock. */
export interface CachedResponse {
  requested: number;
  /** The query's last request that has ended. */
  requestId: string;
  /** The task, if the response has a single one. */
  taskId: string | null;
}

/** The unconfirmed changes of a task, or those that some cached response doesn't show yet. */
export type Changes = { readonly [what in Exclude<What, Member>]?: PendingChange } & {
  readonly [what in Member]: PendingChange;
};

/** An unconfirmed change, as it is stored for a reload. */
export interface StoredChange {
  /** The task's id, or the key of a new task. */
  id: string;
  what: What;
  want: Wanted;
  /** As in the machine's baseline. */
  from: readonly FieldValue[];
  /** Whether the task must be read: the server may have applied the change, or others may have changed the field. */
  isSent: boolean;
  /** Why the server has refused a new task. */
  reason?: string;
  /** What Undo needs; absent if the change can't be undone. */
  undo?: { from: FieldValue; leaves?: Neighbours };
}

/** What the outbox restores. */
export interface Stored {
  changes: readonly StoredChange[];
  /** The confirmed changes that can be undone, oldest first. */
  history: readonly DoneChange[];
}

/** The request of a task's form, which waits for its turn or runs. */
export interface FormRequest {
  /** The task that it saves, as the form began with it; null for a new one. */
  before: TaskDetail | null;
  input: TaskInput;
  /** The group of its values in the history. */
  group: number;
  /** The values that it carries. */
  changes: readonly ChangeId[];
  isRunning: boolean;
}

export interface ChangesState {
  /** A logical clock that orders changes and responses. A replayed action log leads to the same state. */
  clock: number;
  /** The clock when the connection last came back. Older changes are sent in order, one by one. */
  restored: number;
  /** By task, or by the key of a new task. */
  entries: Readonly<Record<string, Changes>>;
  /** The running requests for tasks: request id → clock and cache key. */
  requested: Record<string, { at: number; cacheKey: string }>;
  /** By the key of the request, in the order of the user's actions. */
  forms: Record<string, FormRequest>;
  /** A new task's form whose response was lost. Only the same form may be sent again with its key. */
  lost: { key: string; input: TaskInput } | null;
  /** The ids of the last tasks that were created, by their keys: a key's address leads to the task. */
  created?: Readonly<Record<string, string>>;
  /** By cache key. */
  responses: Record<string, CachedResponse>;
  /** What can be undone, oldest first. */
  history: readonly DoneChange[];
}

/** The initial state. */
export const NO_CHANGES: ChangesState = {
  clock: 0,
  restored: 0,
  entries: {},
  forms: {},
  lost: null,
  requested: {},
  responses: {},
  history: [],
};

/** A change, with its name. */
export interface NamedChange {
  id: string;
  what: What;
  change: PendingChange;
}

/** All changes that are not shown by every response. */
export function allChanges(entries: ChangesState["entries"]): NamedChange[] {
  const all: NamedChange[] = [];
  for (const [id, changes] of Object.entries(entries)) {
    for (const [what, change] of Object.entries(changes))
      all.push({ id, what: what as What, change });
  }
  return all;
}

/**
 * Whether the task itself must be read before the value is sent, if others may have changed it. The last
 * move wins, and a board tells whether others have moved a card during an outage. An undo must not
 * overwrite a later move.
 */
export const mustRead = (what: What, want?: Pick<Wanted, "isReadFirst"> | null): boolean =>
  want?.isReadFirst === true || (what !== "status" && what !== "new");

/** The parts of the store's state that the changes and the shown board read. */
export type WithChanges = WithApi &
  WithConnection &
  WithSession &
  WithExtensions & { changes: ChangesState; board: BoardState };
