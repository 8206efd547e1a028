import { selectIsOffline } from "#api/connectionEvents.ts";
import { busyMsOf, type CallError } from "#api/errors.ts";
import { boardApi } from "#features/board/data/boardApi.ts";
import { type FieldValue, mustRead, type WithChanges } from "#features/changes/queue/change.ts";
import { refused, resolved } from "#features/changes/queue/changesSlice.ts";
import { valueIn } from "#features/changes/queue/members.ts";
import { isOwnersSession } from "#features/changes/queue/owner.ts";
import type { Outcome } from "#features/changes/queue/pendingChange.ts";
import { boardRequestedAt, taskIn } from "#features/changes/queue/responses.ts";
import { selectSnapshot } from "#features/changes/shown/shownBoard.ts";
import { selectHasKeys } from "#features/tasks/data/changesApi.ts";
import { pause } from "#lib/pause.ts";
import type { ListeningStore, StartListening } from "#session/appExtra.ts";
import { mayReadLater } from "#session/errorMeaning.ts";
import { invalidate } from "./calls.ts";
import {
  announceApplied,
  announceGroup,
  announceMayExist,
  announceOvertaken,
  announceRefused,
  MAY_EXIST,
} from "./outcomes.ts";
import { readTaskNow } from "./readTaskNow.ts";
import { reloadBoard } from "./reloadBoard.ts";
import { selectBacklogMoves, selectUnsure, type UnsureValue } from "./sendable.ts";

type Store = ListeningStore<WithChanges>;

/** The longest pause in ms between two reads. */
const LONGEST_PAUSE_MS = 2_000;
/** The longest pause in ms before a new task without a response is sent again. */
const LONGEST_REPEAT_MS = 10_000;
/** The maximum number of attempts at an edit whose responses are lost, without an outage. */
const MAX_ATTEMPTS = 5;
/** The maximum number of tasks that are read at the same time. */
const MAX_READS = 4;

const { getBoard } = boardApi.endpoints;

/** A cached board is read for all moves at once. Undone moves and other changes need the task's version. */
const isOnBoard = (state: WithChanges, value: UnsureValue): boolean =>
  value.what === "status" && !mustRead(value.what, value) && selectSnapshot(state) !== undefined;

/**
 * Reads the tasks of which the server may or may not have the user's change, until that is known or the
 * server can't be reached. A change is confirmed, sent again, or gives way to another user's.
 */
export function startResolver(startListening: StartListening<WithChanges>, store: Store): void {
  startListening({
    matcher: getBoard.matchFulfilled,
    effect: ({ payload }, store) => {
      const state = store.getState();
      const requested = boardRequestedAt(state);
      const find = (values: readonly UnsureValue[]) =>
        values
          .filter(({ since }) => since < requested)
          .map((value) => ({ value, found: taskIn(payload, value.id)?.status ?? null }));
      const unsure = find(selectUnsure(state).filter((value) => isOnBoard(state, value)));
      // A move that waits for others is still sent, unless another user has moved the card since.
      const overtaken = find(selectBacklogMoves(state)).filter(
        (finding) => outcomeOf(finding, state.changes.restored) === "overtaken",
      );
      resolve([...unsure, ...overtaken], requested, null, store);
    },
  });

  let isRunning = false;
  async function resolveOnce(store: Store): Promise<void> {
    if (isRunning || selectUnsure(store.getState()).length === 0) return;
    isRunning = true;
    await resolveAll(store).finally(() => {
      isRunning = false;
    });
  }
  startListening({
    predicate: (action, state, before) =>
      state.changes.entries !== before.changes.entries ||
      state.connection !== before.connection ||
      getBoard.matchFulfilled(action) ||
      selectIsServerKnown(state) !== selectIsServerKnown(before),
    effect: (_action, store) => resolveOnce(store),
  });
  // An outage may be over that was before this code was there.
  void resolveOnce(store);
}

async function resolveAll(store: Store): Promise<void> {
  const { getState, extra } = store;
  for (let wait = extra.retryDelayMs; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (selectIsOffline(getState()) || !isOwnersSession(getState(), extra)) return;
    const unsure = selectUnsure(getState());
    if (unsure.length === 0) return;
    const moves = unsure.filter((value) => isOnBoard(getState(), value));
    const others = unsure.filter((value) => value.what !== "new" && !moves.includes(value));
    const [onBoard, read, repeated] = await Promise.all([
      moves.length === 0 || readBoard(moves, store),
      readTasks(others, store),
      repeatNewTasks(unsure, store),
    ]);
    if (!onBoard && !read && !repeated) return;
    if (selectUnsure(getState()).length === 0) return;
    await pause(wait);
  }
}

/** Returns false if the server refuses to send the board, so that a retry is useless. */
async function readBoard(moves: readonly UnsureValue[], { dispatch, getState, extra }: Store) {
  const since = Math.max(...moves.map((move) => move.since));
  const running = dispatch(boardApi.util.getRunningQueryThunk("getBoard", undefined));
  const request = running && getState().changes.requested[running.requestId];
  const isNewer = request !== undefined && request.at > since;
  const { error } = await (running && isNewer ? running : reloadBoard(dispatch));
  return !error || mayReadLater(error, extra);
}

/** Reads each task once, a few at a time. Returns whether a retry is of use for any. */
async function readTasks(values: readonly UnsureValue[], store: Store): Promise<boolean> {
  const ids = [...new Set(values.map(({ id }) => id))].values();
  let isOfUse = false;
  async function readNext(): Promise<void> {
    for (const id of ids) {
      const ofTask = values.filter((value) => value.id === id);
      if (await readTask(id, ofTask, store)) isOfUse = true;
    }
  }
  await Promise.all(Array.from({ length: MAX_READS }, readNext));
  return isOfUse;
}

async function readTask(id: string, values: readonly UnsureValue[], store: Store) {
  const { dispatch, getState, extra } = store;
  if (selectIsOffline(getState()) || !isOwnersSession(getState(), extra)) return false;
  const { requested, error, ...read } = await readTaskNow(id, store);
  // After a failure the data are those of an earlier read.
  const task = error ? undefined : read.data;
  const open = selectUnsure(getState()).filter((one) =>
    values.some(({ what, at }) => one.id === id && one.what === what && one.at === at),
  );
  // Without data and error, the cache has dropped the response before it was read here.
  const mayRetry = task === undefined && (!error || mayReadLater(error, extra));
  if (task) {
    const findings = open.map((value) => ({ value, found: valueIn(task, value.what) ?? null }));
    resolve(findings, requested, task, store);
  } else if (!mayRetry) for (const value of open) reject(value, error, store);
  // The board may still show the card where it was (§4).
  const { entries } = getState().changes;
  if (open.some(({ what }) => what === "status" && !entries[id]?.status))
    void reloadBoard(dispatch);
  const busyMs = busyMsOf(error);
  if (busyMs !== undefined) await pause(busyMs);
  return mayRetry;
}

/** The task is gone, or the server refuses to send it. */
function reject(value: UnsureValue, error: CallError, { dispatch, getState }: Store): void {
  const { id, what, at } = value;
  dispatch(refused({ changes: [{ id, what, at }], isLast: true }));
  announceRefused(value, error);
  announceGroup(value, getState());
}

/** What a response shows of a value. `found` is null if the board has no such card. */
interface Finding {
  value: UnsureValue;
  found: FieldValue;
}

/** Whether the server may still take the value: the field is as it was. */
const isAsBefore = ({ value: { what, from }, found }: Finding): boolean =>
  !(what === "status" && found === null) && (from.length === 0 || from.includes(found));

function outcomeOf(finding: Finding, restored: number): Outcome {
  const { value, found } = finding;
  const { what, from, sentAt, attempts } = value;
  // If the server had the value before too, an older value of this user may still be on its way.
  if (found === value.value && (what === "status" || !from.includes(found))) return "applied";
  // Without an outage, a proxy has lost it. A move then fails at once (§4).
  const isWorthwhile = sentAt <= restored || (what !== "status" && attempts < MAX_ATTEMPTS);
  return isAsBefore(finding) && isWorthwhile ? "unapplied" : "overtaken";
}

/**
 * Settles values by a response, in one action, so that those of a task are sent again together.
 *
 * @param requested when the response was requested
 * @param task the response, if it is a task's
 */
function resolve(
  findings: readonly Finding[],
  requested: number,
  task: { etag?: string } | null,
  { dispatch, getState }: Store,
): void {
  if (findings.length === 0) return;
  const { restored } = getState().changes;
  const etag = task?.etag;
  const results = findings.map((one) => ({ ...one, outcome: outcomeOf(one, restored) }));
  const changes = results.map(
    ({ value: { id, what, at, etag: sent, sentAt }, found, outcome }) => ({
      id,
      what,
      at,
      outcome,
      value: found,
      isTask: task !== null,
      // A server that refused its own version (`sentAt` is 0) doesn't have versions. After a lost
      // response the version may still be the same.
      ...(etag && (etag !== sent || sentAt > 0) && { etag }),
    }),
  );
  dispatch(resolved({ changes, requested }));
  for (const { value, found, outcome } of results) {
    if (outcome === "unapplied") continue;
    invalidate([value], undefined, { dispatch });
    if (outcome === "applied") announceApplied(value, getState());
    else {
      if (isAsBefore({ value, found })) announceRefused(value, undefined);
      else announceOvertaken(value);
      announceGroup(value, getState());
    }
  }
}

/**
 * Whether a query has got a response on this page, which shows if the server has extensions. Data of
 * the last visit has the time 0.
 */
const selectIsServerKnown = ({ api }: WithChanges): boolean =>
  Object.values(api.queries).some((query) => query?.fulfilledTimeStamp);

/**
 * Sends new tasks again: a server with extensions knows their keys, and creates no second task. Any
 * other server would, so the user decides. Returns whether one may be sent later.
 */
async function repeatNewTasks(
  unsure: readonly UnsureValue[],
  { dispatch, getState, extra }: Store,
): Promise<boolean> {
  const all = unsure.filter(({ what }) => what === "new");
  if (all.length === 0 || !selectIsServerKnown(getState())) return false;
  const attempts = Math.max(...all.map((one) => one.attempts));
  if (selectHasKeys(getState()) && attempts > 0) {
    await pause(Math.min(extra.retryDelayMs * 2 ** (attempts - 1), LONGEST_REPEAT_MS));
    if (!isOwnersSession(getState(), extra)) return false;
  }
  const names = all.map(({ id, what, at }) => ({ id, what, at }));
  if (selectHasKeys(getState())) {
    const requested = getState().changes.clock;
    const changes = names.map((name) => ({ ...name, outcome: "unapplied" as const, value: null }));
    dispatch(resolved({ changes, requested }));
  } else {
    dispatch(refused({ changes: names, isLast: true, reason: MAY_EXIST }));
    for (const { title } of all) announceMayExist(title);
  }
  return true;
}
