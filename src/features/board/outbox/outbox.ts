import { TASK_STATUSES } from "#contract/task.ts";
import { isStoredCreation } from "#features/board/creations/storedCreation.ts";
import type { StoredEdit } from "#features/board/edits/storedEdit.ts";
import { type Fields, isObject } from "#lib/json.ts";
import { OUTBOX_PREFIX, outboxKey } from "./hasStored.ts";
import type { WithUnsent } from "./owner.ts";
import type { StoredMove } from "./storedMove.ts";
import { selectUnsent, type Unsent } from "./unsent.ts";

/**
 * Keeps unconfirmed moves, new cards and edits in local storage, so that they survive a reload: one list for each user
 * and tab.
 *
 * A tab holds a lock with the name of its list while it is open. Another tab that gets the lock
 * knows that the first one is closed, and takes its list over. So no two tabs send the same move. In
 * a browser without locks, a new tab takes all lists over.
 */
export interface Outbox {
  /**
   * Starts to keep what this user has not sent yet. `restore` gets the lists of the user's closed tabs, now or when
   * they close. Lists of other users are deleted.
   */
  open(userId: string, restore: Restore): void;
  /** Stops. The list stays for the user's return. */
  close(): void;
  /** Replaces this tab's list, if the outbox is open for this user. */
  keep(userId: string, unsent: readonly Unsent[]): void;
}

/** A part of a list whose code must load first. It stays stored until the promise resolves. */
export interface DeferredRestore {
  unsent: readonly Unsent[];
  restored: Promise<unknown>;
}

/** Restores what was kept, and returns the parts that take time. */
type Restore = (unsent: Unsent[]) => readonly DeferredRestore[];

type MoveStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** A list in the storage. */
interface StoredList {
  key: string;
  /** The user's id, URI-encoded as in the key. */
  user: string;
  tabId: string;
}

const isNeighbour = (value: unknown) => value === null || typeof value === "string";
const isNeighbours = (value: unknown) =>
  isObject(value) && isNeighbour(value.above) && isNeighbour(value.below);

const isStatus = (value: unknown) => TASK_STATUSES.some((known) => known === value);

const isUndo = (value: unknown) =>
  isObject(value) &&
  isStatus(value.from) &&
  (value.leaves === undefined || isNeighbours(value.leaves)) &&
  typeof value.group === "number";

function isStoredMove(value: unknown): value is Fields & StoredMove {
  if (!isObject(value)) return false;
  const { cardId, title, from, to, beside, at, when, sent, undo } = value;
  return (
    typeof cardId === "string" &&
    typeof title === "string" &&
    (from === null || isStatus(from)) &&
    isStatus(to) &&
    (beside === undefined || isNeighbours(beside)) &&
    typeof at === "number" &&
    (when === undefined || typeof when === "number") &&
    typeof sent === "boolean" &&
    (undo === undefined || isUndo(undo))
  );
}

/** The code of edits, which comes later, checks the values (`isValidEdit`). */
const isStoredEdit = (value: unknown): value is Fields & StoredEdit =>
  isObject(value) && typeof value.taskId === "string";

/** Reads a stored list; empty if it is invalid. */
function parseList(json: string | null): Unsent[] {
  try {
    const stored: unknown = JSON.parse(json ?? "");
    // `storeEarly` stores a part of the state. Reading any other object throws.
    const list: readonly unknown[] = Array.isArray(stored)
      ? stored
      : selectUnsent(stored as WithUnsent);
    return list.filter(
      (one): one is Unsent => isStoredMove(one) || isStoredCreation(one) || isStoredEdit(one),
    );
  } catch {
    return [];
  }
}

/** The local storage, or null if the browser denies access. */
function browserStorage(): MoveStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function listsIn(storage: MoveStorage | null): StoredList[] {
  const found: StoredList[] = [];
  for (let index = 0; index < (storage?.length ?? 0); index += 1) {
    const key = storage?.key(index);
    if (!key?.startsWith(OUTBOX_PREFIX)) continue;
    const [user = "", tabId = ""] = key.slice(OUTBOX_PREFIX.length).split(":");
    found.push({ key, user, tabId });
  }
  return found;
}

const isOf = ({ user }: StoredList, userId: string) => user === encodeURIComponent(userId);

/** The number of stored moves, new cards and edits of a user, in all tabs together. */
export function countStored(userId: string, storage = browserStorage()): number {
  const lists = listsIn(storage).filter((list) => isOf(list, userId));
  return lists.reduce((sum, { key }) => sum + parseList(storage?.getItem(key) ?? null).length, 0);
}

/** A unique id. `crypto.randomUUID` needs a secure context. */
const newTabId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

function storeList(storage: MoveStorage | null, key: string, unsent: readonly Unsent[]): void {
  try {
    if (unsent.length === 0) storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify(unsent));
  } catch {
    // The storage is full. They are still in the store.
  }
}

/**
 * Stores a list under the name of a new, closed tab, so that it is restored when the user returns.
 */
export const storeClosed = (userId: string, unsent: readonly Unsent[]): void =>
  storeList(browserStorage(), outboxKey(userId, newTabId()), unsent);

/** Deletes a user's lists, those of other tabs too. */
export function discardStored(userId: string, storage = browserStorage()): void {
  for (const list of listsIn(storage)) if (isOf(list, userId)) storage?.removeItem(list.key);
}

export function createOutbox({
  storage = browserStorage(),
  locks,
}: {
  storage?: MoveStorage | null;
  locks?: Pick<LockManager, "request"> | undefined;
}): Outbox {
  const tabId = newTabId();
  /** The keys of lists whose tabs are still open. */
  const awaited = new Set<string>();
  let current: { userId: string; restore: Restore } | null = null;

  // The promise never settles, so the browser releases the lock when the tab closes.
  locks
    ?.request(OUTBOX_PREFIX + tabId, {}, () => new Promise(() => undefined))
    .catch(() => undefined);

  /** Restores before it deletes: a tab that closes in between leaves the list twice, but never loses it. */
  async function take({ key, ...list }: StoredList): Promise<void> {
    if (!current || !isOf({ key, ...list }, current.userId)) return;
    const unsent = parseList(storage?.getItem(key) ?? null);
    let parts = unsent.length > 0 ? current.restore(unsent) : [];
    const storeRest = () => {
      // The board stores this tab's own list. A missing list was deleted by a sign-out.
      if (list.tabId === tabId || !storage || storage.getItem(key) === null) return;
      const rest = parts.flatMap((part) => part.unsent);
      if (rest.length > 0) storage.setItem(key, JSON.stringify(rest));
      else storage.removeItem(key);
    };
    storeRest();
    await Promise.allSettled(
      parts.map(async (part) => {
        await part.restored;
        parts = parts.filter((other) => other !== part);
        storeRest();
      }),
    );
  }

  function takeWhenClosed(list: StoredList) {
    if (awaited.has(list.key)) return;
    awaited.add(list.key);
    const forget = () => awaited.delete(list.key);
    const taken = locks
      ? locks.request(OUTBOX_PREFIX + list.tabId, {}, () => take(list))
      : take(list);
    taken.then(forget, forget);
  }

  return {
    open(userId, restore) {
      const reopened = current?.userId === userId;
      current = { userId, restore };
      for (const list of listsIn(storage)) {
        if (!isOf(list, userId)) storage?.removeItem(list.key);
        else if (list.tabId !== tabId) takeWhenClosed(list);
        else if (!reopened) void take(list);
      }
    },
    close() {
      current = null;
    },
    keep(userId, unsent) {
      if (current?.userId === userId) storeList(storage, outboxKey(userId, tabId), unsent);
    },
  };
}
