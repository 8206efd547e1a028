import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { toast } from "react-hot-toast/headless";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { type CallError, hasUnknownOutcome } from "#api/errors.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { TaskInput } from "#contract/task.ts";
import { TASK_FIELD_NAMES, type TaskFieldValues } from "#contract/taskFields.ts";
import { toastSaved } from "#features/changes/actions/ChangedToast.tsx";
import { nextGroup } from "#features/changes/actions/requestChanges.ts";
import type { ChangeId, Field, Values, WithChanges } from "#features/changes/queue/change.ts";
import { isOwnersSession, selectOwner } from "#features/changes/queue/owner.ts";
import { shownIn, withoutForm } from "#features/changes/queue/pendingChange.ts";
import { saved, saveFailed, saveStarted } from "#features/changes/queue/wholeSlice.ts";
import { createClientId } from "#lib/clientId.ts";
import { pause } from "#lib/pause.ts";
import type { AppExtra } from "#session/appExtra.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { invalidate } from "./calls.ts";
import { changesApi, readTaskNow, selectHasKeys } from "./changesApi.ts";
import { formRequestsOf } from "./formRequests.ts";
import { announceApplied, announceGroup, announceSaveFailed, MAY_EXIST } from "./outcomes.ts";

const { createTask, updateTask } = changesApi.endpoints;

type Thunk<Result> = ThunkAction<Result, WithChanges, AppExtra, UnknownAction>;

/** The result of a form's request. `data` is null if the response has no task. */
interface SaveResult {
  data?: TaskDetail | null | undefined;
  error?: CallError;
}

/** How often a new task's form is sent whose responses are lost. */
const MAX_ATTEMPTS = 3;

/** The form keeps its text, as after a request of a session that is over. */
const NOT_SENT: CallError = { status: 401, data: undefined };

/**
 * Lets the sender send a form's request: when a request is free, again after the pause that a busy
 * server asks for, and never in another user's session.
 *
 * @param id the task that it saves; null for a new one
 */
function sendForm(
  send: () => Promise<SaveResult>,
  id: string | null = null,
): Thunk<Promise<SaveResult>> {
  return async (_dispatch, getState, extra) => {
    let result: SaveResult = { error: NOT_SENT };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { waiting, wake } = formRequestsOf(extra);
    waiting.push({
      id,
      owner: selectOwner(getState()),
      send: async () => (result = await send()).error,
      end: resolve,
    });
    wake();
    return (await promise) ? result : { error: NOT_SENT };
  };
}

/**
 * Sends a new task's form. If its response is lost, it is sent again with its key, if the server knows
 * keys: it creates no second task. Any other server may have created it, which a toast says.
 */
function sendNew(input: TaskInput, key: string): Thunk<Promise<SaveResult>> {
  return async (dispatch, getState, extra) => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await dispatch(createTask.initiate({ input, key, isForm: true }));
      if (!hasUnknownOutcome(result.error)) return result;
      const hasKeys = selectHasKeys(getState());
      // The form shows at once that there is no connection.
      if (!hasKeys || attempt === MAX_ATTEMPTS || selectIsOffline(getState())) {
        announceSaveFailed(result.error);
        if (!hasKeys) toast.error(MAY_EXIST, { id: MAY_EXIST });
        return result;
      }
      await pause(extra.retryDelayMs * 2 ** (attempt - 1));
      if (!isOwnersSession(getState(), extra)) return { error: NOT_SENT };
    }
  };
}

/** Creates a task by its form's request. After a lost response the same form keeps its key. */
export function createByForm(input: TaskInput): Thunk<Promise<SaveResult>> {
  return async (dispatch, _getState, extra) => {
    const forms = formRequestsOf(extra);
    const body = JSON.stringify(input);
    const key = forms.lost?.body === body ? forms.lost.key : createClientId();
    const result = await dispatch(sendForm(async () => await dispatch(sendNew(input, key))));
    forms.lost = hasUnknownOutcome(result.error) ? { body, key } : null;
    invalidate([{ id: "", what: "new" }], result.error, { dispatch });
    return result;
  };
}

/**
 * Sends a form's save. If its response is lost, the task is read: the save has succeeded if the task has
 * its values.
 */
function sendSave(
  task: Pick<TaskDetail, "id" | "etag">,
  input: TaskInput,
): Thunk<Promise<SaveResult>> {
  return async (dispatch, getState) => {
    const { id, etag } = task;
    const call = { id, input, isForm: true, ...(etag && { etag }) } as const;
    const result = await dispatch(updateTask.initiate(call));
    if (!hasUnknownOutcome(result.error)) return result;
    // The form shows at once that there is no connection.
    const read = selectIsOffline(getState()) ? null : await readTaskNow(id, { dispatch, getState });
    const found = read?.isSuccess ? read.data : null;
    const isSaved = (field: Field) => input[field] === undefined || found?.[field] === input[field];
    if (found && TASK_FIELD_NAMES.every(isSaved)) return { data: found };
    announceSaveFailed(result.error);
    return result;
  };
}

/**
 * Saves a task by its form's request. Every screen shows the values at once. If it fails, the form keeps
 * its text and shows why; if it succeeds, a toast offers to undo it as a whole (§8).
 *
 * @param before the task that the form has changed
 */
export function saveTask(before: TaskDetail, input: TaskInput): Thunk<Promise<SaveResult>> {
  return async (dispatch, getState) => {
    const { id } = before;
    const state = getState();
    const group = nextGroup(state);
    const values = { id, title: input.title, from: valuesOf(before), to: valuesOf(input), group };
    dispatch(saveStarted({ ...values, when: Date.now() }));
    const changes = selectSaving(getState(), id).filter(({ at }) => at > state.changes.clock);
    const send = async () => await dispatch(sendSave(before, input));
    const result = await dispatch(sendForm(send, id));
    const older = changes.flatMap((change) => selectOlder(getState(), change) ?? []);
    if (result.error) dispatch(saveFailed({ changes, isUnknown: hasUnknownOutcome(result.error) }));
    else {
      const { title, etag, ...after } = { ...input, ...result.data };
      const canUndo = selectHasExtensions(getState());
      const to = valuesOf({ title, ...after });
      dispatch(saved({ ...values, title, to, changes, canUndo, ...(etag && { etag }) }));
      toastSaved(group, title);
    }
    for (const { form, ...value } of older) {
      const isCarried = !result.error && form.value === value.value;
      (isCarried ? announceApplied : announceGroup)(value, getState());
    }
    invalidate([{ id, what: "title" }], result.error, { dispatch });
    return result;
  };
}

/** The values of a task that forms' requests carry. */
const selectSaving = ({ changes }: WithChanges, id: string): ChangeId[] =>
  Object.entries(changes.entries[id] ?? {}).flatMap(([what, change]) =>
    change.phase === "saving" ? [{ id, what: what as Field, at: change.form.at }] : [],
  );

/**
 * The queue's own value beside the form's. It has a toast of its own: if the form's request has carried
 * it, or for the tasks that were changed together with this one.
 */
function selectOlder({ changes }: WithChanges, { id, what, at }: ChangeId) {
  const change = changes.entries[id]?.[what];
  if (change?.phase !== "saving" || change.form.at !== at) return null;
  const own = withoutForm(change);
  const value = own.phase === "confirmed" ? null : shownIn(own);
  return value && { id, what, ...value, form: change.form };
}

const valuesOf = (task: Partial<TaskFieldValues>): Values =>
  Object.fromEntries(
    TASK_FIELD_NAMES.flatMap((field) => (task[field] === undefined ? [] : [[field, task[field]]])),
  );
