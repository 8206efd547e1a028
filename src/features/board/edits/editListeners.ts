import { isAnyOf } from "@reduxjs/toolkit";
import { createElement } from "react";
import { toast } from "react-hot-toast/headless";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { busyMsOf, type CallError, fieldErrorsOf, serverTextOf, statusOf } from "#api/errors.ts";
import { isOwnersSession, type WithUnsent } from "#features/board/outbox/owner.ts";
import { createClientId } from "#lib/clientId.ts";
import { pause } from "#lib/pause.ts";
import type { AppExtra, StartListening, StoreDispatch } from "#session/appExtra.ts";
import { errorMeaning } from "#session/errorMeaning.ts";
import {
  busyPauseEnded,
  connectionRestored,
  serverBusy,
} from "#sync/connection/connectionSlice.ts";
import { EditedToast } from "./EditedToast.tsx";
import {
  fieldName,
  type PendingTaskEdit,
  selectDone,
  selectIsUnderWay,
  selectSendableEdits,
  selectUnsure,
} from "./editSelectors.ts";
import { editsApi } from "./editsApi.ts";
import {
  editDelayed,
  editRejected,
  editRequested,
  editSent,
  editsRestored,
  editUnanswered,
  taskRead,
} from "./editsSlice.ts";
import type { DoneEdit } from "./editsState.ts";

interface Store {
  dispatch: StoreDispatch<WithUnsent>;
  getState: () => WithUnsent;
  extra: AppExtra;
}

const { patchTask, readEdited } = editsApi.endpoints;

/** The longest pause in ms between two reads of a task whose edit got no response. */
const LONGEST_PAUSE_MS = 2_000;

/** Actions after which there may be an edit to send. */
const isSendTrigger = isAnyOf(
  editRequested,
  patchTask.matchFulfilled,
  editRejected,
  editUnanswered,
  taskRead,
  connectionRestored,
  busyPauseEnded,
);

/** Sends the edits, and shows their results as toasts. */
export function startEditListeners(startListening: StartListening<WithUnsent>): void {
  startListening({
    matcher: isSendTrigger,
    effect: async (_news, store) => {
      if (!isOwnersSession(store.getState(), store.extra)) return;
      await Promise.all(selectSendableEdits(store.getState()).map((edit) => send(edit, store)));
    },
  });

  startListening({
    matcher: isAnyOf(editUnanswered, editsRestored, connectionRestored),
    effect: async (_news, store) => {
      const unsure = selectUnsure(store.getState());
      await Promise.all(unsure.map((edit) => resolveUnsure(edit, store)));
    },
  });
}

/** Shows one toast for the tasks that were changed together, after the last of them. */
function announce(at: number | undefined, { getState }: Store): void {
  const done = at === undefined ? undefined : selectDone(getState(), at);
  if (!done || done.tasks.some((task) => selectIsUnderWay(getState(), task.id, task.at))) return;
  const id = createClientId();
  toast.success(createElement(EditedToast, { id, done }), { id });
}

function announceFailure({ title, field }: PendingTaskEdit, error: CallError): void {
  const reason = fieldErrorsOf(error)[0]?.msg ?? serverTextOf(error);
  const text = `Failed to change the ${fieldName(field)} of "${title}"`;
  toast.error(reason ? `${text}. ${reason}` : text);
}

async function send(edit: PendingTaskEdit, store: Store): Promise<void> {
  const { dispatch, getState } = store;
  const { taskId, field, at, value } = edit;
  dispatch(editSent({ taskId, field, at }));
  const { error } = await dispatch(
    patchTask.initiate({ id: taskId, patch: { [field]: value }, at }, { track: false }),
  );
  if (!error) announce(at, store);
  // The session has ended or changed since.
  if (!error || !selectIsUnderWay(getState(), taskId, at)) return;
  switch (errorMeaning(error, store.extra)) {
    case "busy":
      dispatch(serverBusy({ retryAfterMs: busyMsOf(error) ?? 0 }));
      dispatch(editDelayed({ taskId, field, at }));
      return;
    case "refused":
      reject(edit, error, store);
      return;
    case "unknown":
    // An edit also waits for its user's next sign-in.
    case "sessionOver":
      dispatch(editUnanswered({ taskId, field, at }));
  }
}

function reject(edit: PendingTaskEdit, error: CallError, store: Store): void {
  const { taskId, field, at } = edit;
  const done = selectDone(store.getState(), at);
  store.dispatch(editRejected({ taskId, field, at }));
  announceFailure(edit, error);
  announce(otherIn(done, at), store);
}

/** Another edit of the group, which may have been waiting for this one to end. */
const otherIn = (done: DoneEdit | undefined, at: number): number | undefined =>
  done?.tasks.find((task) => task.at !== at)?.at;

/** Reads the task until it is known whether the edit was saved, or the server can't be reached. */
async function resolveUnsure(edit: PendingTaskEdit, store: Store): Promise<void> {
  const { dispatch, getState, extra } = store;
  const { taskId, field, at } = edit;
  const isResolved = () =>
    !selectUnsure(getState()).some((one) => one.taskId === taskId && one.at === at);
  for (let waitMs = extra.retryDelayMs; ; waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)) {
    if (selectIsOffline(getState()) || !isOwnersSession(getState(), extra) || isResolved()) return;
    const options = { forceRefetch: true, subscribe: false } as const;
    const { data: task, error } = await dispatch(readEdited.initiate(taskId, options));
    if (task) {
      // The return of the connection begins another such loop, and only one of them shows the toast.
      if (isResolved()) return;
      const done = selectDone(getState(), at);
      dispatch(taskRead({ taskId, field, at, value: task[field] }));
      if (task[field] === edit.value) announce(at, store);
      else if (!selectIsUnderWay(getState(), taskId, at)) {
        toast.error(`The ${fieldName(field)} of "${edit.title}" has been changed since`);
        announce(otherIn(done, at), store);
      }
      return;
    }
    const meaning = error && errorMeaning(error, extra);
    if (meaning === "sessionOver") return;
    if (meaning === "refused" && (statusOf(error) ?? 500) < 500) {
      reject(edit, error, store);
      return;
    }
    await pause(Math.max(waitMs, busyMsOf(error) ?? 0));
  }
}
