import type { ListenerEffectAPI, UnknownAction } from "@reduxjs/toolkit";
import {
  allChanges,
  type FieldValue,
  type StoredChange,
  type Wanted,
  type What,
  type WithChanges,
} from "#features/changes/queue/change.ts";
import type { DoneChange } from "#features/changes/queue/history.ts";
import { selectOwner } from "#features/changes/queue/owner.ts";
import { wantedIn } from "#features/changes/queue/pendingChange.ts";
import { ownName } from "#lib/address/basePath.ts";
import { tryStorage } from "#lib/tryStorage.ts";
import type { AppExtra, StoreDispatch } from "#session/appExtra.ts";

/** The beginning of the names of the outbox's lists in local storage. */
export const OUTBOX_PREFIX = ownName("taskdeck:outbox:");

export type ListStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** A storage of the browser, or null if it denies access. */
export const browserStorage = (
  name: "localStorage" | "sessionStorage" = "localStorage",
): ListStorage | null => tryStorage(() => window[name]);

/** Whether the browser has lists with unconfirmed changes. */
export function hasStored(storage: object | null = browserStorage()): boolean {
  return Object.keys(storage ?? {}).some((key) => key.startsWith(OUTBOX_PREFIX));
}

/** The name of the list of a user and a tab. */
export const outboxKey = (userId: string, tabId: string): string =>
  `${OUTBOX_PREFIX}${encodeURIComponent(userId)}:${tabId}`;

/** Holds the lock of the tab's list. The browser releases it when the tab closes, because the promise never settles. */
export function holdList(tabId: string, locks: Pick<LockManager, "request"> | undefined): void {
  locks
    ?.request(OUTBOX_PREFIX + tabId, {}, () => new Promise(() => undefined))
    .catch(() => undefined);
}

/** Replaces a list; an empty one is removed. If the storage is full, the changes are still in the store. */
export const storeList = (
  storage: ListStorage | null,
  key: string,
  list: readonly (StoredChange | DoneChange)[],
): void =>
  void tryStorage(() =>
    list.length === 0 ? storage?.removeItem(key) : storage?.setItem(key, JSON.stringify(list)),
  );

/** A change as it is stored. `history` by the time of the change. */
export function toStored(
  id: string,
  what: What,
  want: Wanted,
  from: readonly FieldValue[],
  isSent: boolean,
  history: ReadonlyMap<number, DoneChange>,
): StoredChange {
  const done = history.get(want.at);
  const undo = done && { from: done.from, ...(done.leaves && { leaves: done.leaves }) };
  return { id, what, want, from, isSent, ...(undo && { undo }) };
}

/** The changes by time, for `toStored`. */
export const byTime = (history: readonly DoneChange[]): ReadonlyMap<number, DoneChange> =>
  new Map(history.map((done) => [done.at, done]));

/** Stores changes of which nothing was sent yet. */
function storeFirstChanges({ changes }: WithChanges, owner: string, tabId: string): void {
  const { entries, history } = changes;
  const done = byTime(history);
  const list = allChanges(entries).flatMap(({ id, what, change }) => {
    if (change.phase !== "queued" && change.phase !== "unsure") return [];
    const want = change.phase === "queued" ? change.want : wantedIn(change.sent);
    return [toStored(id, what, want, change.from, what !== "new", done)];
  });
  storeList(browserStorage(), outboxKey(owner, tabId), list);
}

/** A listener that stores each change at once. The outbox replaces it when its code has loaded. */
export const firstStore = {
  predicate: (_action: UnknownAction, state: WithChanges, before: WithChanges) =>
    state.changes.entries !== before.changes.entries,
  effect(
    _action: UnknownAction,
    { getState, extra, unsubscribe }: ListenerEffectAPI<WithChanges, StoreDispatch, AppExtra>,
  ): void {
    const owner = selectOwner(getState());
    if (owner !== null) storeFirstChanges(getState(), owner, extra.clientId);
    // The list of an expired session stays for the outbox.
    else unsubscribe();
  },
};
