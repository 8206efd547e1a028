import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { api } from "#api/api.ts";
import { busyMsOf, type CallError, fieldErrorsOf, statusOf } from "#api/errors.ts";
import { normaliseTask } from "#api/normaliseTask.ts";
import { readCalls } from "#api/readCalls.ts";
import { idTag, listTag, unlessRefused } from "#api/tags.ts";
import type { Task, TaskPatch } from "#contract/task.ts";
import type { WithBoard } from "#features/board/moves/boardSelectors.ts";
import { saveGivenUp, saveUndoFailed, saveUndoStarted } from "#features/board/moves/boardSlice.ts";
import { isObject } from "#lib/json.ts";
import { pause } from "#lib/pause.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { isStillSaved, isUndone } from "./doneSave.ts";

/** The maximum number of attempts if the task's other fields keep changing. */
const ATTEMPTS = 4;

interface Present {
  task: Task | null;
  etag: string | null;
}

const revertApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Beyond §7: changes fields back if the task has this version. A 412 has its present state. */
    revertTask: build.mutation<unknown, { id: Task["id"]; patch: TaskPatch; etag: string }>({
      query: ({ id, patch, etag }) => ({
        ...readCalls.task(id),
        method: "PATCH",
        body: patch,
        headers: { "if-match": etag },
      }),
      transformErrorResponse: (error, meta) => {
        if (error.status !== 412 || !isObject(error.data)) return error;
        const etag = meta?.response?.headers.get("etag")?.replace(/^W\//, "") ?? null;
        const data: Present = { task: normaliseTask(error.data["task"]), etag };
        return { status: 412, data };
      },
      invalidatesTags: (_task, error, { id }) =>
        unlessRefused(error, [idTag("Task", id), listTag("Task"), "Board", "Dashboard"]),
    }),
  }),
});

function presentIn(error: CallError): Present | null {
  return error && statusOf(error) === 412 ? ((error as { data: unknown }).data as Present) : null;
}

/**
 * Changes the fields of a save back. If anybody has changed one of them since, nothing is undone.
 * Other fields keep their present values. A save whose undo fails can be undone again.
 *
 * @param at the `DoneSave.at`
 */
export function undoSave(
  at: number,
): ThunkAction<Promise<void>, WithBoard, AppExtra, UnknownAction> {
  return async (dispatch, getState, { tokens }) => {
    const done = getState().board.saves.find((save) => save.at === at);
    if (!done || done.isUndoing) return;
    dispatch(saveUndoStarted({ at }));
    const { epoch } = tokens;
    let { etag } = done;
    for (let attempt = 1; attempt <= ATTEMPTS; ) {
      const call = { id: done.id, patch: done.from, etag };
      const { error } = await dispatch(
        revertApi.endpoints.revertTask.initiate(call, { track: false }),
      );
      const present = presentIn(error);
      // The response of an earlier attempt may have been lost.
      if (!error || isUndone(done, present?.task)) {
        dispatch(saveGivenUp({ at }));
        toast("Change undone");
        return;
      }
      const busyMs = busyMsOf(error);
      if (busyMs !== undefined) {
        await pause(busyMs);
        if (tokens.epoch !== epoch) return;
        continue;
      }
      if (!present) {
        dispatch(statusOf(error) === 404 ? saveGivenUp({ at }) : saveUndoFailed({ at }));
        return explain(error, done.title);
      }
      if (!present.task || !present.etag || !isStillSaved(done, present.task)) break;
      ({ etag } = present as { etag: string });
      attempt += 1;
    }
    dispatch(saveGivenUp({ at }));
    toast(`Nothing undone: "${done.title}" has been changed since`);
  };
}

function explain(error: CallError, title: string): void {
  if (statusOf(error) === 404) toast(`Nothing undone: "${title}" has been deleted`);
  else {
    const [first] = fieldErrorsOf(error);
    toast.error(first ? `Nothing undone: ${first.msg}` : "The change could not be undone");
  }
}
