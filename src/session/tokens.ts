import type { SessionResponse } from "#contract/shapes/session.ts";
import type { User } from "#contract/shapes/user.ts";
import { ownName } from "#lib/address/basePath.ts";
import { type Channel, openChannel } from "#lib/channel.ts";
import { parseUser } from "./storedUser.ts";
import { shareRenewals } from "./tokenBroadcast.ts";

/*
 * The keys in local storage. SESSION_END holds the reason why the last session ended, so that every
 * tab can react to it. SIGN_OUT_TOKENS holds tokens that can only end a session, separated by spaces:
 * the present or last session's, which is empty if the server issues none, then those of earlier ones.
 */
const REFRESH_TOKEN = ownName("refreshToken");
const USER = ownName("user");
const SESSION_END = ownName("sessionEnd");
export const SIGN_OUT_TOKENS = ownName("signOutTokens");

/**
 * `signedOut`: the user signed out. `expired`: the server refused to renew the session. `closed`: it
 * refused because the account is deactivated or deleted.
 */
type SessionEnd = "signedOut" | "expired" | "closed";

/** A change that another tab made to the session that all tabs share. */
export type ElsewhereEvent = { type: SessionEnd } | { type: "user"; user: User };

type TokenStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Replaces a storage that the browser forbids: the session then lasts as long as the page. */
function memoryStorage(): TokenStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** The number of characters of stored sign-out tokens: about ten. */
const SIGN_OUT_TOKENS_CHARS = 1_000;

/** The number of characters that a session needs at most. */
const SESSION_CHARS = 4_000;

function browserStorage(): TokenStorage {
  try {
    const storage = window.localStorage;
    // A full storage still has the present session.
    if (storage.getItem(REFRESH_TOKEN)) return storage;
    storage.setItem("taskdeck:probe", "-".repeat(SESSION_CHARS));
    storage.removeItem("taskdeck:probe");
    return storage;
  } catch {
    return memoryStorage();
  }
}

/** Whether a session outlives the page. If storage is denied or full, it doesn't. */
export const outlivesPage = (): boolean => "length" in browserStorage();

function readEnd(storage: TokenStorage): SessionEnd | null {
  const end = storage.getItem(REFRESH_TOKEN) ? null : storage.getItem(SESSION_END);
  return end === "signedOut" || end === "expired" || end === "closed" ? end : null;
}

function readSession(storage: TokenStorage) {
  return {
    refreshToken: storage.getItem(REFRESH_TOKEN),
    user: parseUser(storage.getItem(USER)),
    end: readEnd(storage),
  };
}

/**
 * Holds the access token in memory, and the refresh token and the user's record in local storage
 * (§3). Tokens never enter the store.
 */
export class TokenVault {
  readonly #storage: TokenStorage;
  readonly #renewals: ReturnType<typeof shareRenewals>;
  readonly #listeners = new Set<(event: ElsewhereEvent) => void>();
  /** The session as this tab last wrote or read it. */
  #known: ReturnType<typeof readSession>;
  #accessToken: string | null = null;
  #epoch = 0;

  /**
   * @param storage shared by all tabs; by default the browser's local storage
   * @param events where `storage` events of other tabs arrive; by default the window
   * @param channel to the other tabs; without one, each tab fetches its own access token
   */
  constructor(
    storage: TokenStorage = browserStorage(),
    events: EventTarget = window,
    channel: Channel | null = openChannel("taskdeck:tokens"),
  ) {
    this.#storage = storage;
    this.#known = readSession(storage);
    this.#renewals = shareRenewals(channel, ({ userId, accessToken }) => {
      // This tab's user may have signed out or changed since the other tab sent the token.
      if (!this.refreshToken || this.#known.user?.id !== userId) return false;
      this.#accessToken = accessToken;
      return true;
    });
    events.addEventListener("storage", (event) => {
      const key = event instanceof StorageEvent ? event.key : null;
      if (key === null || [REFRESH_TOKEN, USER, SESSION_END].includes(key)) this.reconcile();
    });
    events.addEventListener("pageshow", (event) => {
      // A page in the back/forward cache receives no storage events.
      if ((event as PageTransitionEvent).persisted) this.reconcile();
    });
  }

  get accessToken(): string | null {
    return this.#accessToken;
  }

  get refreshToken(): string | null {
    return this.#storage.getItem(REFRESH_TOKEN);
  }

  get user(): User | null {
    return parseUser(this.#storage.getItem(USER));
  }

  /** The reason why the last session ended; null during a session, and before the first one. */
  get end(): SessionEnd | null {
    return readEnd(this.#storage);
  }

  /** Counts the sessions. A request of an earlier session must not affect this one. */
  get epoch(): number {
    return this.#epoch;
  }

  signIn({ user, accessToken, refreshToken, signOutToken }: SessionResponse): void {
    this.#startEpoch();
    this.#accessToken = accessToken;
    // Other tabs must never see one user's token beside another user's record.
    if (this.#known.user?.id !== user.id) this.#storage.removeItem(USER);
    this.#storage.setItem(REFRESH_TOKEN, refreshToken);
    this.#storage.setItem(USER, JSON.stringify(user));
    this.#storage.removeItem(SESSION_END);
    // After the refresh token: without one, the first token belongs to a session that is over.
    const all = [signOutToken, this.#storage.getItem(SIGN_OUT_TOKENS)].join(" ");
    this.#storage.setItem(SIGN_OUT_TOKENS, all.slice(0, SIGN_OUT_TOKENS_CHARS));
    this.#known = readSession(this.#storage);
  }

  /**
   * Stores a new access token and, if `sent` was rotated, a new refresh token. Notifies the other tabs.
   * If another tab has stored the token of its own refresh, that one stays: the server may have seen it.
   */
  renew(accessToken: string, refreshToken?: string, sent = this.refreshToken): void {
    this.#accessToken = accessToken;
    if (refreshToken && sent === this.refreshToken)
      this.#storage.setItem(REFRESH_TOKEN, refreshToken);
    this.#known = readSession(this.#storage);
    const { user } = this.#known;
    if (user) this.#renewals.post({ userId: user.id, accessToken });
  }

  /** Settles when another tab has replaced the access token `stale`, or after `timeoutMs`. */
  async waitForRenewal(stale: string | null, timeoutMs: number): Promise<void> {
    if (this.#accessToken === stale) await this.#renewals.next(timeoutMs);
  }

  setUser(user: User): void {
    this.#storage.setItem(USER, JSON.stringify(user));
    this.#known = readSession(this.#storage);
  }

  /** Ends the session. */
  clear(end: SessionEnd): void {
    this.#startEpoch();
    // First, because the other tabs read the reason when they notice the removals.
    this.#storage.setItem(SESSION_END, end);
    this.#storage.removeItem(REFRESH_TOKEN);
    this.#storage.removeItem(USER);
    this.#known = readSession(this.#storage);
  }

  /** Reads the storage again, and notifies the subscribers if another tab has changed it. */
  reconcile(): void {
    const before = this.#known;
    this.#known = readSession(this.#storage);
    const { user, refreshToken, end } = this.#known;
    // Removing the user's record ends the session too.
    const isOver = !refreshToken || (before.user !== null && !user);
    if (isOver) {
      if (!before.refreshToken && end === before.end) return;
      // A refresh that was under way may have stored its token after the end of the session.
      if (this.#storage.getItem(SESSION_END)) this.#storage.removeItem(REFRESH_TOKEN);
      this.#known = readSession(this.#storage);
      this.#startEpoch();
      this.#publish({ type: this.#known.end ?? "signedOut" });
    } else if (user && JSON.stringify(user) !== JSON.stringify(before.user)) {
      if (user.id !== before.user?.id) this.#startEpoch();
      this.#publish({ type: "user", user });
    }
  }

  subscribe(listener: (event: ElsewhereEvent) => void): void {
    this.#listeners.add(listener);
  }

  #startEpoch(): void {
    this.#epoch += 1;
    this.#accessToken = null;
  }

  #publish(event: ElsewhereEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
