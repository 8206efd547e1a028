import type { SessionResponse } from "#contract/session.ts";
import type { User } from "#contract/user.ts";
import { parseUser } from "./storedUser.ts";

const REFRESH_TOKEN = "refreshToken";
const USER = "user";
/** How the last session ended, so that each tab can say and do the right thing about it. */
const END = "sessionEnd";

/**
 * The user signed out; the server refused to renew the session; or it said, too, that the account is
 * deactivated or deleted.
 */
export type SessionEnd = "signedOut" | "expired" | "closed";

/** What another tab did to the session that all tabs share. */
export type ElsewhereEvent = { type: SessionEnd } | { type: "user"; user: User };

/**
 * Where the tokens are: the access token in memory only, the refresh token and the user's record
 * in local storage (§3). None of them ever enters the store.
 */
export interface TokenVault {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly user: User | null;
  /** How the last session ended; null during one, and where nothing is known of any. */
  readonly end: SessionEnd | null;
  /** Counts the sessions: what was asked in an earlier one must not touch this one. */
  readonly epoch: number;
  signIn(session: SessionResponse): void;
  /**
   * Takes over a refreshed access token, and the new refresh token of a server that rotates it. The
   * other tabs hear of it.
   */
  renew(accessToken: string, refreshToken?: string): void;
  /** Settles once the access token is another than this one, thanks to another tab; or after `ms`. */
  news(than: string | null, ms: number): Promise<void>;
  setUser(user: User): void;
  /** Ends the session. */
  clear(end: SessionEnd): void;
  /** Reads the storage again, and tells the subscribers if another tab has changed it. */
  reconcile(): void;
  subscribe(listener: (event: ElsewhereEvent) => void): () => void;
}

/** Storage for a browser that refuses one: the session then lasts as long as the page. */
function memoryStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

function browserStorage() {
  try {
    const storage = window.localStorage;
    storage.setItem("taskdeck:probe", "");
    storage.removeItem("taskdeck:probe");
    return storage;
  } catch {
    return memoryStorage();
  }
}

/** How tabs tell each other things that are kept nowhere. */
export type Channel = Pick<BroadcastChannel, "postMessage" | "addEventListener">;

/** A tab has a new access token. */
interface Renewal {
  user: User["id"];
  accessToken: string;
}

function readRenewal(data: unknown): Renewal | null {
  const { user, accessToken } = (data ?? {}) as Partial<Record<keyof Renewal, unknown>>;
  if (typeof user !== "string" || typeof accessToken !== "string") return null;
  return { user, accessToken };
}

function browserChannel(): Channel | null {
  return "BroadcastChannel" in window ? new BroadcastChannel("taskdeck:tokens") : null;
}

/**
 * @param storage shared by all tabs; by default the browser's local storage
 * @param events where `storage` events of other tabs arrive; by default the window
 * @param channel to the other tabs; null where there is none: then each fetches its own access token
 */
export function createTokens(
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = browserStorage(),
  events: EventTarget = window,
  channel: Channel | null = browserChannel(),
): TokenVault {
  const listeners = new Set<(event: ElsewhereEvent) => void>();
  const waiting = new Set<() => void>();
  let accessToken: string | null = null;
  let epoch = 0;
  let known = readStored();

  function readStored() {
    return {
      refreshToken: storage.getItem(REFRESH_TOKEN),
      user: parseUser(storage.getItem(USER)),
      end: readEnd(),
    };
  }

  function readEnd(): SessionEnd | null {
    const end = storage.getItem(REFRESH_TOKEN) ? null : storage.getItem(END);
    return end === "signedOut" || end === "expired" || end === "closed" ? end : null;
  }

  function startEpoch() {
    epoch += 1;
    accessToken = null;
  }

  function publish(event: ElsewhereEvent) {
    for (const listener of listeners) listener(event);
  }

  function reconcile() {
    const before = known;
    known = readStored();
    // A record that is taken away ends the session too.
    const isOver = !known.refreshToken || (before.user !== null && !known.user);
    if (isOver) {
      if (!before.refreshToken && known.end === before.end) return;
      // A token that came late, from a refresh that was under way, is no beginning.
      if (storage.getItem(END)) storage.removeItem(REFRESH_TOKEN);
      known = readStored();
      startEpoch();
      publish({ type: known.end ?? "signedOut" });
    } else if (known.user && JSON.stringify(known.user) !== JSON.stringify(before.user)) {
      if (known.user.id !== before.user?.id) startEpoch();
      publish({ type: "user", user: known.user });
    }
  }

  events.addEventListener("storage", (event) => {
    const key = event instanceof StorageEvent ? event.key : null;
    if (key === null || key === REFRESH_TOKEN || key === USER || key === END) reconcile();
  });
  channel?.addEventListener("message", ({ data }) => {
    const renewal = readRenewal(data);
    // Not for whoever has signed out, or in as somebody else, meanwhile.
    if (!renewal || !storage.getItem(REFRESH_TOKEN) || known.user?.id !== renewal.user) return;
    ({ accessToken } = renewal);
    for (const settle of waiting) settle();
  });
  events.addEventListener("pageshow", (event) => {
    // Back from the browser's cache, where no news arrives.
    if ((event as PageTransitionEvent).persisted) reconcile();
  });

  return {
    get accessToken() {
      return accessToken;
    },
    get refreshToken() {
      return storage.getItem(REFRESH_TOKEN);
    },
    get user() {
      return parseUser(storage.getItem(USER));
    },
    get end() {
      return readEnd();
    },
    get epoch() {
      return epoch;
    },
    signIn(session) {
      startEpoch();
      accessToken = session.accessToken;
      // Never one user's token beside another's record, for as long as the next lines take.
      if (known.user?.id !== session.user.id) storage.removeItem(USER);
      storage.setItem(REFRESH_TOKEN, session.refreshToken);
      storage.setItem(USER, JSON.stringify(session.user));
      storage.removeItem(END);
      known = readStored();
    },
    renew(newAccessToken, newRefreshToken) {
      accessToken = newAccessToken;
      if (newRefreshToken) storage.setItem(REFRESH_TOKEN, newRefreshToken);
      known = readStored();
      const renewal = known.user && { user: known.user.id, accessToken: newAccessToken };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have targets, channels don't
      if (renewal) channel?.postMessage(renewal satisfies Renewal);
    },
    async news(than, ms) {
      if (!channel || accessToken !== than) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(settle, ms);
        function settle() {
          clearTimeout(timer);
          waiting.delete(settle);
          resolve();
        }
        waiting.add(settle);
      });
    },
    setUser(user) {
      storage.setItem(USER, JSON.stringify(user));
      known = readStored();
    },
    clear(end) {
      startEpoch();
      // First: whoever hears of the rest has to know why.
      storage.setItem(END, end);
      storage.removeItem(REFRESH_TOKEN);
      storage.removeItem(USER);
      known = readStored();
    },
    reconcile,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
