import { COLUMN_LABELS, RECENT_DAYS } from "../board.ts";
import {
  count,
  eitherOf,
  id,
  instant,
  listOf,
  named,
  nullable,
  object,
  onlyTrue,
  optional,
  type Shape,
  type TypeOf,
  text,
} from "./shape.ts";
import { Task, type TaskSummary, taskSummaryFields } from "./task.ts";

const boardTaskFields = {
  ...taskSummaryFields,
  /** Beyond §7. */
  checklist: optional({
    ...object({ done: count, total: count }),
    description: "The progress of the checklist in the description, if it has one.",
  }),
  /** Beyond §7. */
  files: optional({ ...count, description: "The number of its files, if it has any." }),
  /** Beyond §7. */
  arrived_at: optional({
    ...instant,
    description: "When the task arrived in its column. Absent if it is done.",
  }),
};

/** A task on the board. */
export const BoardTask = named("BoardTask", object(boardTaskFields));
export type BoardTask = TypeOf<typeof BoardTask>;

const boardOf = <T>(task: Shape<T>) => ({
  ...object({ Todo: listOf(task), "In Progress": listOf(task), Done: listOf(task) }),
  description: `The columns ${Object.values(COLUMN_LABELS).join(", ")}, the latest arrival first.`,
});

/** The tasks of each status (§3), the most recent arrival in a column first. */
export type Board<T extends TaskSummary = BoardTask> = TypeOf<ReturnType<typeof boardOf<T>>>;

const recentDone = {
  /** Not in §7. */
  recentDone: optional({
    ...count,
    description: `How many tasks of Done, the first ones, arrived there in the last ${RECENT_DAYS} days.`,
  }),
};

/**
 * GET /api/kanban/board. Beyond §7, `?descriptions=none` leaves the descriptions out. The response
 * then has `recentDone`, the progress of checklists, and since when open tasks are in their columns.
 */
export const BoardResponse = object({
  board: eitherOf(named("Board", boardOf(Task)), named("SummaryBoard", boardOf(BoardTask))),
  ...recentDone,
});
export type RecentDone = Omit<TypeOf<typeof BoardResponse>, "board">;
export type BoardResponse<T extends TaskSummary = Task> = RecentDone & { board: Board<T> };

/** A changed task. */
export const ChangedCard = named(
  "ChangedCard",
  object({
    ...boardTaskFields,
    /** Null at the bottom. */
    before: { ...nullable(id), description: "The task below it in its column." },
  }),
);
export type ChangedCard = TypeOf<typeof ChangedCard>;

/** The board's changes since an event. */
export const BoardChanges = named(
  "BoardChanges",
  object({
    position: { ...text, description: "The event up to which the changes are complete." },
    tasks: { ...listOf(ChangedCard), description: "In the order of their columns." },
    removed: { ...listOf(id), description: "Deleted tasks." },
    ...recentDone,
  }),
);
export type BoardChanges = TypeOf<typeof BoardChanges>;

const BoardReset = named("BoardReset", {
  ...object({ reset: onlyTrue }),
  description: "The changes are unknown or too many: read the whole board.",
});

/** GET /api/kanban/changes?since={event id}, beyond §7. */
export const BoardChangesResponse = eitherOf(BoardChanges, BoardReset);
export type BoardChangesResponse = TypeOf<typeof BoardChangesResponse>;
