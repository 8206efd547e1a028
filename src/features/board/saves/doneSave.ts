import type { Task, TaskPatch } from "#contract/task.ts";

const FIELDS = [
  "title",
  "description",
  "status",
  "priority",
  "due_date",
  "assignee_id",
  "team_id",
] as const;

/** A task that was saved by its form, and can be changed back. */
export interface DoneSave {
  /** The board's logical clock at the time of the save. It orders saves, moves and edits. */
  at: number;
  id: Task["id"];
  title: string;
  /** The changed fields before and after the save. */
  from: TaskPatch;
  to: TaskPatch;
  /** The version that the save has made. */
  etag: string;
  /** Whether it is being undone. If that fails, it can be undone again. */
  isUndoing?: true;
}

/** The length of the history. */
export const MAX_UNDOABLE_SAVES = 20;

/** The fields that a save has changed; null if there is nothing to undo. */
export function doneSave(
  before: Task,
  saved: Task & { etag?: string },
): Omit<DoneSave, "at"> | null {
  const changed = FIELDS.filter((field) => before[field] !== saved[field]);
  if (changed.length === 0 || !saved.etag) return null;
  const pick = (task: Task): TaskPatch =>
    Object.fromEntries(changed.map((field) => [field, task[field]]));
  return {
    id: saved.id,
    title: saved.title,
    from: pick(before),
    to: pick(saved),
    etag: saved.etag,
  };
}

const hasValues = (task: Task, values: TaskPatch): boolean =>
  FIELDS.every((field) => !(field in values) || values[field] === task[field]);

/** Whether the changed fields still have the values of the save. */
export const isStillSaved = ({ to }: DoneSave, task: Task): boolean => hasValues(task, to);

/** Whether the changed fields have their former values. */
export const isUndone = ({ from }: DoneSave, task: Task | null | undefined): boolean =>
  !!task && hasValues(task, from);
