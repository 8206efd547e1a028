import { TASK_STATUSES } from "#contract/task.ts";
import { type Fields, isObject } from "#lib/json.ts";
import type { StoredMove } from "./storedMove.ts";

/**
 * What a tab keeps of its user's moves until the server has confirmed them, so that they survive a
 * reload: a list in local storage, by user and tab.
 *
 * A tab holds a lock in the name of its list as long as it lives. Whoever else gets that lock knows
 * that the tab is gone, and takes its list over; so no two tabs ever send the same move. A browser
 * without locks has lists taken over when a tab opens, whether or not their tab is gone.
 */
export interface Outbox {
  /**
   * Keeps for this user from now on. What the user's gone tabs have left is handed to `restore`, at
   * once or when they go; what other users have left is thrown away.
   */
  open(userId: string, restore: (moves: StoredMove[]) => void): void;
  /** Keeps nothing more. What is kept stays, for the user's return. */
  close(): void;
  /** Keeps these moves in place of what this tab has kept so far, if it's open for this user. */
  keep(userId: string, moves: readonly StoredMove[]): void;
  /** Throws away all that is kept for this user, in every tab. */
  discard(userId: string): void;
}

const PREFIX = "taskdeck:outbox:";

type Area = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

interface Kept {
  key: string;
  /** As it stands in the key. */
  user: string;
  tabId: string;
}

function isStoredMove(value: unknown): value is Fields & StoredMove {
  if (!isObject(value)) return false;
  const { cardId, title, from, to, at, sent } = value;
  const isStatus = (status: unknown) => TASK_STATUSES.some((known) => known === status);
  return (
    typeof cardId === "string" &&
    typeof title === "string" &&
    (from === null || isStatus(from)) &&
    isStatus(to) &&
    typeof at === "number" &&
    typeof sent === "boolean"
  );
}

/** The moves in a stored text; none if it makes no sense. */
function parseMoves(json: string | null): StoredMove[] {
  try {
    const list: unknown = JSON.parse(json ?? "");
    return Array.isArray(list) ? list.filter(isStoredMove) : [];
  } catch {
    return [];
  }
}

/** The browser's storage; null when it refuses one. */
function browserStorage(): Area | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function keptIn(storage: Area | null): Kept[] {
  const found: Kept[] = [];
  for (let index = 0; index < (storage?.length ?? 0); index += 1) {
    const key = storage?.key(index);
    if (!key?.startsWith(PREFIX)) continue;
    const [user = "", tabId = ""] = key.slice(PREFIX.length).split(":");
    found.push({ key, user, tabId });
  }
  return found;
}

const isOf = ({ user }: Kept, userId: string) => user === encodeURIComponent(userId);

/** How many moves are kept for a user, in all tabs together. */
export function countKept(userId: string, storage = browserStorage()): number {
  const lists = keptIn(storage).filter((list) => isOf(list, userId));
  return lists.reduce((sum, { key }) => sum + parseMoves(storage?.getItem(key) ?? null).length, 0);
}

/** A name that no other tab has, also where the page is not in a secure context. */
const newTabId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

export function createOutbox({
  storage = browserStorage(),
  locks,
}: {
  storage?: Area | null;
  locks?: Pick<LockManager, "request"> | undefined;
}): Outbox {
  const tabId = newTabId();
  const keyOf = (userId: string) => `${PREFIX}${encodeURIComponent(userId)}:${tabId}`;
  /** Lists that are waited for, until their tab is gone. */
  const awaited = new Set<string>();
  let current: { userId: string; restore: (moves: StoredMove[]) => void } | null = null;

  // Held until the browser takes it back, which it does when the tab is gone.
  locks?.request(PREFIX + tabId, {}, () => new Promise(() => undefined)).catch(() => undefined);

  /** Takes a list over, in this order: a tab that dies in between leaves it twice, never lost. */
  function take(list: Kept) {
    const { key } = list;
    awaited.delete(key);
    if (!current || !isOf(list, current.userId)) return;
    const moves = parseMoves(storage?.getItem(key) ?? null);
    if (moves.length > 0) current.restore(moves);
    if (list.tabId !== tabId) storage?.removeItem(key);
  }

  function takeWhenGone(list: Kept) {
    if (awaited.has(list.key)) return;
    awaited.add(list.key);
    const taken = locks?.request(PREFIX + list.tabId, {}, () => take(list));
    if (taken) taken.catch(() => awaited.delete(list.key));
    else take(list);
  }

  return {
    open(userId, restore) {
      const reopened = current?.userId === userId;
      current = { userId, restore };
      for (const list of keptIn(storage)) {
        if (!isOf(list, userId)) storage?.removeItem(list.key);
        else if (list.tabId !== tabId) takeWhenGone(list);
        else if (!reopened) take(list);
      }
    },
    close() {
      current = null;
    },
    keep(userId, moves) {
      if (current?.userId !== userId) return;
      try {
        if (moves.length === 0) storage?.removeItem(keyOf(userId));
        else storage?.setItem(keyOf(userId), JSON.stringify(moves));
      } catch {
        // The storage is full: the moves are in this page all the same.
      }
    },
    discard(userId) {
      for (const list of keptIn(storage)) if (isOf(list, userId)) storage?.removeItem(list.key);
    },
  };
}
