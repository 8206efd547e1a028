import type { Task } from "#contract/task.ts";
import type { DoneEdit } from "./editsState.ts";

/** The history without some tasks of its edits. */
export const withoutTasks = (
  history: readonly DoneEdit[],
  isLeftOut: (task: DoneEdit["tasks"][number], done: DoneEdit) => boolean,
): DoneEdit[] =>
  history
    .map((done) => ({ ...done, tasks: done.tasks.filter((task) => !isLeftOut(task, done)) }))
    .filter(({ tasks }) => tasks.length > 0);

/** Notes which edits undo an edit of the history. They may still fail. */
export const withUndo = (
  history: readonly DoneEdit[],
  undone: number,
  undo: readonly { id: Task["id"]; at: number }[],
): DoneEdit[] =>
  history.map((done) => {
    if (done.at !== undone) return done;
    const tasks = done.tasks.map((task) => {
      const by = undo.find(({ id }) => id === task.id);
      return by ? { ...task, undoneAt: by.at } : task;
    });
    return { ...done, tasks };
  });

/**
 * The history without a failed or superseded edit. If that was an Undo, the edit that it undid can
 * be undone again.
 */
export function withoutFailed(history: readonly DoneEdit[], at: number): DoneEdit[] {
  const offered = history.map((done) => ({
    ...done,
    tasks: done.tasks.map(({ undoneAt, ...task }) =>
      undoneAt === undefined || undoneAt === at ? task : { ...task, undoneAt },
    ),
  }));
  return withoutTasks(offered, (task) => task.at === at);
}
