import { toast } from "react-hot-toast/headless";
import { selectIsOffline } from "#api/connectionEvents.ts";
import { type CallError, hasUnknownOutcome } from "#api/errors.ts";
import type { TaskDetail } from "#api/taskResponses.ts";
import type { TaskInput } from "#contract/taskFields.ts";
import { NOT_SENT } from "#features/changes/actions/submitForm.ts";
import { toastSaved } from "#features/changes/actions/taskToasts.tsx";
import type { ChangeId, WithChanges } from "#features/changes/queue/change.ts";
import { valuesOf } from "#features/changes/queue/formReducers.ts";
import { valueIn } from "#features/changes/queue/members.ts";
import { isOwnersSession } from "#features/changes/queue/owner.ts";
import { shownIn, withoutForm } from "#features/changes/queue/pendingChange.ts";
import { delayed, saved, saveFailed, sent } from "#features/changes/queue/wholeSlice.ts";
import { changesApi, selectHasKeys } from "#features/tasks/data/changesApi.ts";
import { createClientId } from "#lib/clientId.ts";
import { pause } from "#lib/pause.ts";
import type { ListeningStore } from "#session/appExtra.ts";
import { errorMeaning } from "#session/errorMeaning.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";
import { invalidate, noteBusy } from "./calls.ts";
import { announceApplied, announceGroup, announceSaveFailed, MAY_EXIST } from "./outcomes.ts";
import { readTaskNow } from "./readTaskNow.ts";

const { createTask, updateTask } = changesApi.endpoints;

type Store = ListeningStore<WithChanges>;

/** The result of a form's request. `data` is null if the response has no task. */
interface SaveResult {
  data?: TaskDetail | null | undefined;
  error?: CallError;
}

/** How often a new task's form is sent whose responses are lost. */
const MAX_ATTEMPTS = 3;

/**
 * Sends a new task's form. If its response is lost, it is sent again with its key, if the server knows
 * keys: it creates no second task. Any other server may have created it, which a toast says.
 */
async function sendNew(input: TaskInput, key: string, store: Store): Promise<SaveResult> {
  const { dispatch, getState, extra } = store;
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
}

/**
 * Sends a form's save. If its response is lost, the task is read: the save has succeeded if the task has
 * its values.
 */
async function sendSave(task: TaskDetail, input: TaskInput, store: Store): Promise<SaveResult> {
  const { dispatch, getState } = store;
  const { id, etag } = task;
  const call = { id, input, isForm: true, ...(etag && { etag }) } as const;
  const result = await dispatch(updateTask.initiate(call));
  if (!hasUnknownOutcome(result.error)) return result;
  // The form shows at once that there is no connection.
  const read = selectIsOffline(getState()) ? null : await readTaskNow(id, store);
  const found = read?.isSuccess ? read.data : null;
  const isSaved =
    found && valuesOf(task, input).every(([what, value]) => valueIn(found, what) === value);
  if (isSaved) return { data: found };
  announceSaveFailed(result.error);
  return result;
}

/**
 * Sends a form's request. If it fails, the form keeps its text and shows why. If it has saved a task, a
 * toast offers to undo it as a whole (§8).
 */
export async function sendForm(key: string, store: Store): Promise<void> {
  const { dispatch, getState, extra } = store;
  const form = getState().changes.forms[key];
  if (!form) return;
  const { before, input, group, changes } = form;
  dispatch(sent({ changes, form: key, requestId: createClientId() }));
  const { error, data = null } = await (before
    ? sendSave(before, input, store)
    : sendNew(input, key, store));
  // The session has ended, so the response is irrelevant.
  if (!getState().changes.forms[key]) return;
  const meaning = error && errorMeaning(error, extra);
  if (meaning === "busy" || meaning === "unsent") {
    noteBusy(error, dispatch);
    dispatch(delayed({ changes, form: key }));
    return;
  }
  const older = changes.flatMap((change) => selectOlder(getState(), change) ?? []);
  if (error) dispatch(saveFailed({ form: key, error }));
  else dispatch(saved({ form: key, task: data, canUndo: selectHasExtensions(getState()) }));
  if (before && !error) {
    const task = { id: before.id, title: data?.title ?? input.title };
    toastSaved(
      group,
      task,
      changes.map(({ at }) => at),
    );
  }
  for (const {
    form: { value },
    ...own
  } of older)
    (!error && value === own.value ? announceApplied : announceGroup)(own, getState());
  invalidate([before ? { id: before.id, what: "title" } : { id: "", what: "new" }], error, store);
}

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
