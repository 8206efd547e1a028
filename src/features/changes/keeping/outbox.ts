import type { Stored, StoredChange } from "#features/changes/queue/change.ts";
import type { DoneChange } from "#features/changes/queue/history.ts";
import { ownName } from "#lib/address/basePath.ts";
import {
  browserStorage,
  type ListStorage,
  OUTBOX_PREFIX,
  outboxKey,
  storeList,
} from "./listStorage.ts";
import { parseHistory, parseStored } from "./storedChange.ts";

/** The beginning of the name of a user's history in the tab's session storage. */
const HISTORY_KEY = ownName("taskdeck:history:");

/**
 * Keeps unconfirmed changes in local storage, so that they survive a reload: one list for each user
 * and tab. What the tab can undo is in its session storage.
 *
 * A tab holds a lock with the name of its list while it is open. Another tab that gets the lock
 * knows that the first one is closed, and takes its list over. So no two tabs send the same change. In
 * a browser without locks, a new tab takes all lists over.
 */
export interface Outbox {
  /**
   * Starts to keep what this user has not sent yet. `restore` gets the history of this tab, and the
   * lists of the user's closed tabs, now or when they close. Lists of other users are deleted. Settles
   * when it is known of each list whether its tab is closed.
   */
  open(userId: string, restore: Restore): Promise<unknown>;
  /** Stops. The list stays for the user's return. */
  close(): void;
  /** Replaces this tab's list and history, if the outbox is open for this user. */
  keep(userId: string, unsent: readonly StoredChange[], done?: readonly DoneChange[]): void;
}

type Restore = (stored: Partial<Stored>) => void;

/** A list in the storage. */
interface StoredList {
  key: string;
  /** The user's id, URI-encoded as in the key. */
  user: string;
  tabId: string;
}

function listsIn(storage: ListStorage | null): StoredList[] {
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

/** The number of a user's stored changes, in all tabs together. */
export function countStored(userId: string, storage = browserStorage()): number {
  const lists = listsIn(storage).filter((list) => isOf(list, userId));
  return lists.reduce((sum, { key }) => sum + parseStored(storage?.getItem(key) ?? null).length, 0);
}

/** Deletes a user's lists, those of other tabs too, and this tab's history. */
export function discardStored(userId: string, storage = browserStorage()): void {
  for (const list of listsIn(storage)) if (isOf(list, userId)) storage?.removeItem(list.key);
  browserStorage("sessionStorage")?.removeItem(HISTORY_KEY + userId);
}

export function createOutbox({
  tabId,
  storage = browserStorage(),
  tabStorage = browserStorage("sessionStorage"),
  locks,
}: {
  /** The id of this tab, which holds the lock of its list. */
  tabId: string;
  storage?: ListStorage | null;
  tabStorage?: ListStorage | null;
  locks?: Pick<LockManager, "request"> | undefined;
}): Outbox {
  /** The keys of lists whose tabs are still open. */
  const awaited = new Set<string>();
  let current: { userId: string; restore: Restore } | null = null;

  /** Restores before it deletes: a tab that closes in between leaves the list twice, but never loses it. */
  function take({ key, ...list }: StoredList): void {
    if (!current || !isOf({ key, ...list }, current.userId)) return;
    const changes = parseStored(storage?.getItem(key) ?? null);
    if (changes.length > 0) current.restore({ changes });
    // The changes of this tab are stored when they change.
    if (list.tabId !== tabId) storage?.removeItem(key);
  }

  async function takeWhenClosed(list: StoredList): Promise<void> {
    if (!locks) return take(list);
    if (awaited.has(list.key)) return;
    awaited.add(list.key);
    const forget = () => awaited.delete(list.key);
    const name = OUTBOX_PREFIX + list.tabId;
    const isClosed = await locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock) take(list);
        return lock !== null;
      })
      .catch(() => true);
    if (isClosed) forget();
    else locks.request(name, {}, () => take(list)).then(forget, forget);
  }

  return {
    open(userId, restore) {
      const reopened = current?.userId === userId;
      current = { userId, restore };
      const history = parseHistory(
        reopened ? null : (tabStorage?.getItem(HISTORY_KEY + userId) ?? null),
      );
      if (history.length > 0) restore({ history });
      const taken: Promise<void>[] = [];
      for (const list of listsIn(storage)) {
        if (!isOf(list, userId)) storage?.removeItem(list.key);
        else if (list.tabId !== tabId) taken.push(takeWhenClosed(list));
        else if (!reopened) take(list);
      }
      return Promise.all(taken);
    },
    close() {
      current = null;
    },
    keep(userId, unsent, done = []) {
      if (current?.userId !== userId) return;
      storeList(storage, outboxKey(userId, tabId), unsent);
      storeList(tabStorage, HISTORY_KEY + userId, done);
    },
  };
}
