import { toast } from "react-hot-toast/headless";
import { type CallError, fieldErrorsOf, messagesOf, serverTextOf } from "#api/errors.ts";
import { createClientId } from "#lib/clientId.ts";
import { toastChanged, toastMoveFailed } from "./ChangedToast.tsx";
import { allChanges, FIELD_NAMES, type WithChanges } from "./change.ts";
import { isUnderWay, type SentValue, type UnsureValue } from "./sendable.ts";

/** Why a new task is not sent again to a server that would create a second one. */
export const MAY_EXIST = "No response arrived, so the task may exist. Look before you try again.";

const SAVE_FAILED = "Failed to save task. Please try again.";

export const announceMayExist = (title: string): void =>
  void toast.error(`Failed to create "${title}". ${MAY_EXIST}`);

/** Why the server has refused a new task. */
export const reasonOf = (error: CallError): string => messagesOf(error, SAVE_FAILED)[0] ?? "";

/**
 * Shows that the server has applied a change: a move at once (§8), the values of a field that were
 * requested together after the last of them.
 */
export function announceApplied(value: SentValue, state: WithChanges): void {
  const { id, what, title, at, group } = value;
  if (what === "status") toastChanged(what, value.value, group, [{ id, title, at }]);
  else if (value.undoes !== undefined) announceUndone(value, state);
  else announceGroup(value, state);
}

/** Shows the outcome of values that were requested together, once none of them is under way. */
export function announceGroup({ what, group }: SentValue, state: WithChanges): void {
  if (what === "new" || what === "status") return;
  const done = state.changes.history.filter((one) => one.group === group && one.what === what);
  const [first] = done;
  if (!first || done.some((one) => isUnderWay(state, one))) return;
  toastChanged(
    what,
    first.to,
    group,
    done.map(({ id, title, at }) => ({ id, title, at })),
  );
}

function announceUndone({ group }: SentValue, state: WithChanges): void {
  const isOfGroup = (one: { group: number }) => one.group === group;
  const isOpen = allChanges(state.changes.entries).some(
    ({ change }) =>
      ("want" in change && isOfGroup(change.want)) || ("sent" in change && isOfGroup(change.sent)),
  );
  if (!isOpen) toast("Change undone");
}

/** Shows that the server has refused a change. */
export function announceRefused(value: SentValue, error: CallError, requestId: string): void {
  const { what, title } = value;
  if (what === "status") toastMoveFailed(title, requestId);
  else if (what === "new") toast.error(`Failed to create "${title}". ${reasonOf(error)}`);
  else if (what === "description") {
    for (const message of messagesOf(error, SAVE_FAILED)) toast.error(message);
  } else {
    const reason = fieldErrorsOf(error)[0]?.msg ?? serverTextOf(error);
    const text = `Failed to change the ${FIELD_NAMES[what]} of "${title}"`;
    toast.error(reason ? `${text}. ${reason}` : text);
  }
}

/** Shows that a change gives way to a later one of another user, or is lost. */
export function announceOvertaken({ what, title, undoes, changedBy }: UnsureValue): void {
  if (what === "new") return;
  if (what === "status") toastMoveFailed(title, createClientId());
  else if (undoes !== undefined) toast(`Nothing undone: "${title}" has been changed since`);
  else if (what === "description")
    toast.error(`${changedBy ?? "Someone"} has changed the description. Please try again.`);
  else toast.error(`The ${FIELD_NAMES[what]} of "${title}" has been changed since`);
}
