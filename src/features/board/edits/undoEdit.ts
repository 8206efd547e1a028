import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import type { Task, TaskSummary } from "#contract/task.ts";
import { selectServerTask, type WithBoard } from "#features/board/moves/boardSelectors.ts";
import { today } from "#lib/day.ts";
import type { FieldValue } from "./editMachine.ts";
import { selectDone } from "./editSelectors.ts";
import { undoGivenUp } from "./editsSlice.ts";
import { type DoneEdit, isUndone, withEdits } from "./editsState.ts";
import { requestValue } from "./requestValue.ts";

type Cached = { data?: unknown } | undefined;

/** The task as screens show it; undefined if no response has it. */
function shownTask(state: WithBoard, id: Task["id"]): TaskSummary | undefined {
  const cached = Object.values(state.api.queries as Record<string, Cached>).flatMap((query) => {
    const data = query?.data as (Partial<Task> & { tasks?: Task[] }) | null | undefined;
    return data?.id === id ? [data as Task] : (data?.tasks ?? []).filter((task) => task.id === id);
  });
  const task = selectServerTask(state, id) ?? cached[0];
  return task && withEdits(task, state.edits.shown);
}

/** The tasks that were not undone, and still have the value. A date in the past would be refused (§5). */
function undoableTasks(state: WithBoard, { field, to, tasks }: DoneEdit): DoneEdit["tasks"] {
  return tasks
    .filter((task) => !isUndone(task))
    .filter(({ id, from }) => {
      const task = shownTask(state, id);
      const isPast = field === "due_date" && from !== null && from < today();
      return !isPast && (!task || task[field] === to);
    });
}

/** Whether Undo can change any of an edit's tasks back. */
export function selectIsUndoable(state: WithBoard, at: number): boolean {
  const done = selectDone(state, at);
  return done !== undefined && undoableTasks(state, done).length > 0;
}

/** Changes the tasks of an edit back. Tasks that another user has changed since keep their values. */
export function undoEdit(at: number): ThunkAction<void, WithBoard, unknown, UnknownAction> {
  return (dispatch, getState) => {
    const done = selectDone(getState(), at);
    if (!done || done.tasks.every(isUndone)) return;
    const tasks = undoableTasks(getState(), done);
    const former = new Map<FieldValue, DoneEdit["tasks"]>();
    for (const task of tasks) former.set(task.from, [...(former.get(task.from) ?? []), task]);
    for (const [from, same] of former) {
      const changed = same.map(({ id, title }) => ({ id, title, from: done.to }));
      dispatch(requestValue(done.field, from, changed, done.at));
    }
    const stay = done.tasks.filter((task) => !isUndone(task) && !tasks.includes(task));
    dispatch(undoGivenUp({ at: done.at, ids: stay.map(({ id }) => id) }));
    if (tasks.length === 0) toast("Nothing undone: the task has been changed since");
    else if (stay.length > 0) toast(`Undone, except for ${stay.length} changed since`);
    else toast("Change undone");
  };
}
