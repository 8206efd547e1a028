import { toast } from "react-hot-toast/headless";
import { type CallError, fieldErrorsOf, messagesOf, serverTextOf } from "#api/errors.ts";
import { type Sentence, showOutcome } from "#features/changes/actions/outcomeToasts.ts";
import { toastChanged } from "#features/changes/actions/taskToasts.tsx";
import type { Field, WithChanges } from "#features/changes/queue/change.ts";
import { fieldOf } from "#features/changes/queue/fieldNames.ts";
import { SAVE_FAILED } from "#features/tasks/data/changesApi.ts";
import { isUnderWay, type SentValue, type UnsureValue } from "./sendable.ts";

/** Why a new task is not sent again to a server that would create a second one. */
export const MAY_EXIST = "No response arrived, so the task may exist. Look before you try again.";

export const announceMayExist = (title: string): void =>
  void toast.error(`Failed to create "${title}". ${MAY_EXIST}`);

/** Shows that a form's save has failed whose response was lost. */
export function announceSaveFailed(error: CallError): void {
  for (const text of messagesOf(error, SAVE_FAILED)) toast.error(text, { id: text });
}

/** Why the server has refused a new task. */
export const reasonOf = (error: CallError): string => messagesOf(error, SAVE_FAILED)[0] ?? "";

/**
 * Shows that the server has applied a change: a move at once (§8), the values of a field that were
 * requested together after the last of them.
 */
export function announceApplied(value: SentValue, state: WithChanges): void {
  const { id, what, title, at, group } = value;
  if (what === "status") toastChanged(what, value.value, group, [{ id, title, at }]);
  else if (value.undoes !== undefined) showOutcome("note", group, () => "Change undone", [value]);
  else announceGroup(value, state);
}

/**
 * Shows the outcome of values that were requested together, once none of them is under way. Those that
 * the user has replaced since don't count.
 */
export function announceGroup({ what, group }: SentValue, state: WithChanges): void {
  if (what === "new" || what === "status") return;
  const ofField = state.changes.history.filter((one) => one.what === what);
  const newest = new Map(ofField.map(({ id, at }) => [id, at]));
  const done = ofField.filter(({ id, ...one }) => one.group === group && newest.get(id) === one.at);
  const [first] = done;
  if (!first || done.some((one) => isUnderWay(state, one))) return;
  toastChanged(what, first.to, group, done);
}

/** Shows that a change has failed. `requestId` is the id of a new toast. */
const announceFailure = (value: SentValue, text: Sentence, requestId?: string): void =>
  showOutcome("error", value.group, text, [value], requestId);

const moveFailed = () => "Failed to update task status";

/** Shows that the server has refused a change. */
export function announceRefused(value: SentValue, error: CallError, requestId?: string): void {
  const { what, title } = value;
  if (what === "status") announceFailure(value, moveFailed, requestId);
  else if (what === "new") toast.error(`Failed to create "${title}". ${reasonOf(error)}`);
  else if (what === "description") {
    for (const message of messagesOf(error, SAVE_FAILED)) announceFailure(value, () => message);
  } else {
    const reason = fieldErrorsOf(error)[0]?.msg ?? serverTextOf(error);
    const text: Sentence = (of) => `Failed to change the ${fieldOf(what).name} of ${of}`;
    announceFailure(value, (of) => (reason ? `${text(of, false)}. ${reason}` : text(of, false)));
  }
}

const notUndone =
  (what: Field): Sentence =>
  (subject, isMany) =>
    `Nothing undone: ${subject} ${isMany ? "have" : "has"} been ${what === "status" ? "moved" : "changed"} since`;

/** Shows that a change gives way to a later one of another user, or is lost. */
export function announceOvertaken(value: UnsureValue): void {
  const { what, group, undoes, changedBy = "Someone" } = value;
  if (what === "new") return;
  if (undoes !== undefined) showOutcome("note", group, notUndone(what), [value]);
  else if (what === "status") announceFailure(value, moveFailed);
  else if (what === "description")
    announceFailure(value, () => `${changedBy} has changed the description. Please try again.`);
  else announceFailure(value, (of) => `The ${fieldOf(what).name} of ${of} has been changed since`);
}
