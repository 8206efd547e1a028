import { TASK_STATUSES } from "#contract/task.ts";
import {
  allChanges,
  type ChangeId,
  type ChangesState,
  type FieldValue,
  mustRead,
  type NamedChange,
  type Wanted,
  type What,
  type WithChanges,
} from "#features/changes/queue/change.ts";
import { withoutForm } from "#features/changes/queue/pendingChange.ts";
import { boardRequestedAt } from "#features/changes/queue/responses.ts";
import { selectSnapshot } from "#features/changes/shown/shownBoard.ts";
import { selectMustWait } from "#sync/connection/connectionSlice.ts";
import { selectHasExtensions } from "#sync/extensions/extensions.ts";

/** The maximum number of changes that are sent at the same time. */
const MAX_RUNNING = 4;

/** A value with the task and the field that it is for. */
export interface SentValue extends ChangeId, Omit<Wanted, "at"> {}

/** The changes whose own requests are running. */
const runningIn = (entries: ChangesState["entries"]): NamedChange[] =>
  allChanges(entries).filter(({ change }) => {
    const { phase } = withoutForm(change);
    return phase === "sending" || phase === "superseded";
  });

/**
 * Whether a change was requested before the connection was restored, is not confirmed yet, and goes to
 * the server in the order of the user's actions.
 */
function isBacklog({ what, change }: NamedChange, restored: number): boolean {
  const own = withoutForm(change);
  if (!("from" in own)) return false;
  const value = own.phase === "queued" ? own.want : own.sent;
  return value.at <= restored && !mustRead(what, value);
}

/**
 * The changes to send now, in the order of the user's actions: a few at once, and new tasks one at a
 * time, so that they arrive in order. Changes of several fields of a task that were requested
 * together, and are based on one version of it, are one request. Those of a task whose form is being
 * saved wait for it. Without a connection, or while the
 * server is busy, there are none. After an outage the moves and new tasks from before its end are sent
 * one at a time.
 */
export function selectSendable(state: WithChanges): SentValue[][] {
  if (selectMustWait(state)) return [];
  const { restored, entries } = state.changes;
  const forms = Object.values(state.changes.forms);
  const all = allChanges(entries);
  const running = runningIn(entries);
  const free = MAX_RUNNING - running.length - forms.filter(({ isRunning }) => isRunning).length;
  if (free <= 0) return [];
  const waiting = all
    .flatMap(({ id, what, change }) =>
      change.phase === "queued" ? [{ id, what, ...change.want }] : [],
    )
    .toSorted((a, b) => a.at - b.at);
  if (waiting.length === 0) return [];
  const requests = new Map<string, SentValue[]>();
  // A server without calls for single fields gets a whole task, which must not repeat an old value.
  const isWhole = (what: What) => what === "description" && !selectHasExtensions(state);
  const whatOf = new Map(running.map(({ id, what }) => [id, what]));
  const saved = new Set(forms.map(({ before }) => before?.id));
  let isCreating = running.some(({ what }) => what === "new");
  for (const value of waiting) {
    const before = whatOf.get(value.id);
    if (saved.has(value.id)) continue;
    if (before && (isWhole(before) || isWhole(value.what))) continue;
    if (value.what === "new" && isCreating) continue;
    isCreating ||= value.what === "new";
    whatOf.set(value.id, value.what);
    const name = requestName(value);
    requests.set(name, [...(requests.get(name) ?? []), value]);
  }
  const backlog = all.filter((one) => isBacklog(one, restored));
  const mayStart = backlog.every(({ change: { phase } }) => phase === "queued");
  const isSerial = ([first]: SentValue[]) => first !== undefined && !mustRead(first.what, first);
  const sendable = [...requests.values()];
  const next = mayStart && sendable.find(isSerial);
  return sendable
    .filter((one) => backlog.length === 0 || one === next || !isSerial(one))
    .slice(0, free);
}

/**
 * The key of the form's request to send now; null if there is none. No other request of the task may be
 * running: each would save the other's former values, or have its version refused.
 */
export function selectSendableForm({ changes, connection }: WithChanges): string | null {
  if (connection.isBusy) return null;
  const forms = Object.entries(changes.forms);
  const running = [
    ...runningIn(changes.entries).map(({ id }) => id),
    ...forms.flatMap(([, { before, isRunning }]) => (isRunning ? [before?.id] : [])),
  ];
  if (running.length >= MAX_RUNNING) return null;
  const next = forms.find(
    ([, { before, isRunning }]) => !isRunning && !(before && running.includes(before.id)),
  );
  return next?.[0] ?? null;
}

/** Values with the same name are one request. */
const requestName = ({ id, what, group, etag }: SentValue): string =>
  etag === undefined || what === "status" ? `${id} ${what}` : `${id} ${group} ${etag}`;

/** The change whose request with this value is running; undefined if its response is irrelevant. */
export function runningChange({ changes }: WithChanges, { id, what, at }: ChangeId) {
  const change = withoutForm(changes.entries[id]?.[what] ?? { phase: "settled" });
  if (change.phase !== "sending" && change.phase !== "superseded") return undefined;
  return change.sent.at === at ? change : undefined;
}

/** Whether the server may have one of several values before a running edit. A refused move ends at once (§4). */
export function mayHaveOlder(state: WithChanges, value: SentValue): boolean {
  const change = value.what === "status" ? undefined : runningChange(state, value);
  return change !== undefined && change.from.length > 1;
}

/** Whether the outcome of a requested value is still to come. */
export function isUnderWay({ changes }: WithChanges, { id, what, at }: ChangeId): boolean {
  const change = changes.entries[id]?.[what] ?? { phase: "settled" };
  if (change.phase === "saving" && change.next?.at === at) return true;
  const own = withoutForm(change);
  if (own.phase === "confirmed" || own.phase === "refused") return false;
  return ("want" in own && own.want.at === at) || ("sent" in own && own.sent.at === at);
}

/** A value with an unknown outcome. */
export interface UnsureValue extends SentValue {
  /** The logical clock since when the outcome is unknown, and when the value was sent. */
  since: number;
  sentAt: number;
  from: readonly FieldValue[];
  attempts: number;
  changedBy?: string;
}

export const selectUnsure = (state: Pick<WithChanges, "changes">): UnsureValue[] =>
  allChanges(state.changes.entries).flatMap(({ id, what, change }) => {
    if (change.phase !== "unsure") return [];
    const { sent, since, from, attempts = 0 } = change;
    return [{ id, what, ...sent, since, from, attempts }];
  });

/** The moves that wait for others from before an outage's end, as values to compare with a board. */
export const selectBacklogMoves = ({ changes }: Pick<WithChanges, "changes">): UnsureValue[] =>
  allChanges(changes.entries).flatMap((one) => {
    const { id, what, change } = one;
    if (what !== "status" || change.phase !== "queued" || !isBacklog(one, changes.restored))
      return [];
    const { want, known, from, attempts = 0 } = change;
    const since = Math.max(want.at, known?.since ?? 0);
    return [{ id, what, ...want, since, sentAt: 0, from, attempts }];
  });

/**
 * Whether a confirmed move may hide a newer move of another user. The latest board was requested
 * while the move was under way and shows the card elsewhere. The server may have read that board
 * before or after the move.
 */
export function selectIsHiding(state: WithChanges): boolean {
  const snapshot = selectSnapshot(state);
  const requested = boardRequestedAt(state);
  return Object.entries(state.changes.entries).some(([id, { status }]) => {
    if (!snapshot || status?.phase !== "confirmed") return false;
    const { known } = status;
    const isDuring = known.at < requested && requested <= known.since;
    if (!isDuring) return false;
    const column = TASK_STATUSES.find((one) => snapshot[one].some((task) => task.id === id));
    return (column ?? null) !== known.value;
  });
}
