import { clearAllListeners } from "@reduxjs/toolkit";
import { createCallWatch } from "#api/callWatch.ts";
import { api } from "#api/api.ts";
import { createRefresher } from "#api/reauth.ts";
import { createTokens, type TokenVault } from "#api/tokens.ts";
import { type AppStore, makeExtra, makeStore } from "#app/store.ts";
import { listLeft } from "#features/filters/filtersSlice.ts";
import { createDrafts, type Drafts } from "#lib/drafts.ts";
import { fakeChannels } from "./fakeChannel.ts";
import { fakeLocks } from "./fakeLocks.ts";

/* A browser with several tabs and a server, in which nothing happens before it is told to. */

export const USERS = ["ada", "bob"] as const;
export type UserName = (typeof USERS)[number];

/** A text that only this user may ever see. */
export const secretOf = (user: UserName) => `secret-of-${user}`;

const probes = api.injectEndpoints({
  endpoints: (build) => ({
    worldQuery: build.query<unknown, string>({ query: (tag) => `/api/users?tag=${tag}` }),
    worldMutation: build.mutation<unknown, string>({
      query: (tag) => ({ url: `/api/users/${tag}`, method: "PUT", body: { tag } }),
    }),
  }),
});

/** What becomes of a request on its way, or of its answer. */
export type Fate = "ok" | "unreachable" | "lost" | "fails" | "hangs";

/** A request, its answer or a piece of news that is on its way, and what may happen to it. */
interface Pending {
  arrive(fate: Fate): void;
}

interface Session {
  user: UserName;
  refreshTokens: Set<string>;
  isOver: boolean;
}

/** A request as the server or the network saw it. */
export interface Sent {
  tag: string;
  method: string;
  token: string | null;
  /** The status that came back; null while there is none, 0 when none will. */
  status: number | null;
}

function answerOf(status: number, body: unknown): Response {
  const text = JSON.stringify(body);
  // A real Response reads its body over several turns of the event loop.
  const answer = {
    ok: status < 300,
    status,
    headers: new Headers(),
    text: async () => text,
    json: async () => body,
    clone: () => answer,
  };
  return answer as unknown as Response;
}

/** The server: its sessions, and the access tokens that it takes. */
export class WorldServer {
  readonly #sessions: Session[] = [];
  readonly #access = new Map<string, { session: Session; until: number }>();
  #count = 0;
  now = 0;
  readonly #rotates: boolean;

  constructor(rotates: boolean) {
    this.#rotates = rotates;
  }

  handle(method: string, path: string, body: Record<string, string>, token: string | null) {
    if (path === "/api/auth/login") return this.#signIn(body["email"] as UserName);
    if (path === "/api/auth/refresh") return this.#refresh(body["refreshToken"] ?? "");
    if (path === "/api/auth/logout") return this.#signOut(body["refreshToken"] ?? "");
    const known = this.#access.get(token ?? "");
    if (!known || known.session.isOver || known.until <= this.now) {
      return answerOf(401, { error: "Who are you?" });
    }
    const { user } = known.session;
    if (path === "/api/auth/me") return answerOf(200, { user: recordOf(user) });
    return answerOf(200, { users: [], secret: secretOf(user), method });
  }

  /** The user of an access token, whether or not it still counts. */
  userOf(token: string | null): UserName | undefined {
    return this.#access.get(token ?? "")?.session.user;
  }

  endSessions(): void {
    for (const session of this.#sessions) session.isOver = true;
  }

  isGood(refreshToken: string | null): boolean {
    const session = this.#sessionOf(refreshToken ?? "");
    return session !== undefined && !session.isOver;
  }

  #sessionOf(refreshToken: string) {
    return this.#sessions.find(({ refreshTokens }) => refreshTokens.has(refreshToken));
  }

  #accessFor(session: Session): string {
    const token = `access-${session.user}-${(this.#count += 1)}`;
    this.#access.set(token, { session, until: this.now + 900_000 });
    return token;
  }

  #signIn(user: UserName) {
    const refreshToken = `refresh-${user}-${(this.#count += 1)}`;
    const session = { user, refreshTokens: new Set([refreshToken]), isOver: false };
    this.#sessions.push(session);
    return answerOf(200, {
      user: recordOf(user),
      accessToken: this.#accessFor(session),
      refreshToken,
    });
  }

  #refresh(refreshToken: string) {
    const session = this.#sessionOf(refreshToken);
    if (!session || session.isOver) return answerOf(401, { error: "No" });
    const accessToken = this.#accessFor(session);
    if (!this.#rotates) return answerOf(200, { accessToken });
    // The former one counts until the next is used: an answer may be lost.
    const next = `refresh-${session.user}-${(this.#count += 1)}`;
    session.refreshTokens = new Set([refreshToken, next]);
    return answerOf(200, { accessToken, refreshToken: next });
  }

  #signOut(refreshToken: string) {
    const session = this.#sessionOf(refreshToken);
    if (session) session.isOver = true;
    return answerOf(200, {});
  }
}

function recordOf(user: UserName) {
  return { id: user, name: secretOf(user), email: user, role: "member", is_active: true };
}

/** Local storage as tabs of one browser share it. */
class SharedStorage {
  readonly items = new Map<string, string>();
  readonly tell: (from: number, key: string) => void;

  constructor(tell: (from: number, key: string) => void) {
    this.tell = tell;
  }

  viewOf(tab: number): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
    return {
      getItem: (key) => this.items.get(key) ?? null,
      setItem: (key, value) => {
        if (this.items.get(key) === value) return;
        this.items.set(key, value);
        this.tell(tab, key);
      },
      removeItem: (key) => {
        if (this.items.delete(key)) this.tell(tab, key);
      },
    };
  }
}

/** The session storage of one tab. */
class TabStorage extends Map<string, string> {
  get length() {
    return this.size;
  }
  key(index: number) {
    return [...this.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.set(key, value);
  }
  removeItem(key: string) {
    this.delete(key);
  }
}

export interface Tab {
  store: AppStore;
  tokens: TokenVault;
  drafts: Drafts;
  storage: TabStorage;
  events: EventTarget;
  /** The session's states, in order. */
  statuses: string[];
}

export interface WorldOptions {
  tabs: number;
  /** Whether the server gives a new refresh token with each refresh. */
  rotates: boolean;
  /** Whether the browser has locks across tabs. */
  hasLocks: boolean;
  /** Whether tabs can talk to each other. */
  talks: boolean;
}

/** ms of one attempt to refresh, as in the app. */
const TIMEOUT = 10_000;

/**
 * The world. `violations` grows as soon as something happens that must never happen; `pending` is
 * what is on its way: the test chooses what arrives next.
 */
export class World {
  readonly server: WorldServer;
  readonly tabs: Tab[];
  readonly shared: SharedStorage;
  readonly pending: Pending[] = [];
  readonly sent: Sent[] = [];
  readonly violations: string[] = [];
  readonly waiting = new Set<Promise<unknown>>();
  /** Refusals of refreshes that have reached a tab. */
  refusals = 0;
  refreshes = 0;
  #inFlight = 0;
  readonly #hung: (() => void)[] = [];
  #tags = 0;

  constructor({ tabs, rotates, hasLocks, talks }: WorldOptions) {
    this.server = new WorldServer(rotates);
    this.shared = new SharedStorage((from, key) => this.#news(from, key));
    const locks = hasLocks ? fakeLocks() : undefined;
    const openChannel = fakeChannels((arrive) => this.pending.push({ arrive }));
    this.tabs = Array.from({ length: tabs }, (_, index) => {
      const events = new EventTarget();
      const storage = new TabStorage();
      const channel = talks ? openChannel() : null;
      const tokens = createTokens(this.shared.viewOf(index), events, channel);
      const refresher = createRefresher({ tokens, locks, timeout: TIMEOUT });
      const drafts = createDrafts(storage, events);
      const calls = createCallWatch(4_000);
      const live = null;
      const store = makeStore(
        {},
        makeExtra({ tokens, refresher, drafts, calls, live, locks, retryDelay: 300 }),
      );
      const statuses: string[] = [store.getState().session.status];
      let shown: string | undefined;
      store.subscribe(() => {
        const { session } = store.getState();
        if (session.status !== statuses.at(-1)) statuses.push(session.status);
        const user = session.status === "signedOut" ? undefined : session.user?.id;
        if (user === shown) return;
        shown = user;
        // The screens go with their user, as the guards have it; the list says so.
        queueMicrotask(() => {
          if (store.getState().filters.phase !== "closed") store.dispatch(listLeft());
        });
      });
      return { store, tokens, drafts, storage, events, statuses };
    });
  }

  /** `fetch` of this world. */
  readonly fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : null;
    const { pathname, searchParams } = new URL(request?.url ?? (input as string));
    // Whether the server is there is another machine's question.
    if (pathname === "/healthz") return Promise.resolve(answerOf(200, {}));
    const method = request?.method ?? init?.method ?? "GET";
    const token = request?.headers.get("authorization")?.replace("Bearer ", "") ?? null;
    const tag = searchParams.get("tag") ?? (/^\/api\/users\/(.+)$/.exec(pathname)?.[1] || pathname);
    const sent: Sent = { tag, method, token, status: null };
    this.sent.push(sent);
    this.#watch(sent);
    const signal = request?.signal ?? init?.signal;
    return new Promise((resolve, reject) => {
      const isRefresh = pathname === "/api/auth/refresh";
      if (isRefresh) this.#refreshBegins();
      const end = (status: number) => {
        if (sent.status !== null) return false;
        sent.status = status;
        if (isRefresh) this.#inFlight -= 1;
        return true;
      };
      const abort = () => {
        if (end(0)) reject(signal?.reason as Error);
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort);
      const fail = () => {
        if (end(0)) reject(new TypeError("Failed to fetch"));
      };
      const arrive = (fate: Fate) => {
        if (fate === "hangs") return void this.#hung.push(fail);
        if (fate === "unreachable") return fail();
        if (fate === "fails")
          return this.pending.push({ arrive: () => deliver(answerOf(503, {})) });
        void this.#bodyOf(request, init).then((body) => {
          const answer = this.server.handle(method, pathname, body, token);
          this.pending.push({
            arrive: (way) => (way === "ok" && fate === "ok" ? deliver(answer) : fail()),
          });
        });
        return undefined;
      };
      const deliver = (answer: Response) => {
        if (!end(answer.status)) return;
        if (isRefresh && [400, 401, 403].includes(answer.status)) this.refusals += 1;
        resolve(answer);
      };
      this.pending.push({ arrive });
      return undefined;
    });
  };

  ask(index: number, kind: "query" | "mutation"): void {
    const { store } = this.#tab(index);
    const { session } = store.getState();
    const user = session.status === "signedOut" ? "nobody" : (session.user?.id ?? "nobody");
    const tag = `${user}.${index}.${(this.#tags += 1)}`;
    const { worldQuery, worldMutation } = probes.endpoints;
    this.#wait(
      kind === "query"
        ? store.dispatch(worldQuery.initiate(tag))
        : store.dispatch(worldMutation.initiate(tag)),
    );
  }

  /** Waits for something that must end, whatever happens. */
  #wait(promise: PromiseLike<unknown>): void {
    const settled: Promise<unknown> = Promise.resolve(promise)
      .catch(() => undefined)
      .finally(() => this.waiting.delete(settled));
    this.waiting.add(settled);
  }

  watch(promise: PromiseLike<unknown>): void {
    this.#wait(promise);
  }

  #tab(index: number): Tab {
    const tab = this.tabs[index % this.tabs.length];
    if (!tab) throw new Error("There is no tab");
    return tab;
  }

  #news(from: number, key: string): void {
    for (const [index, { events }] of this.tabs?.entries() ?? []) {
      if (index === from) continue;
      this.pending.push({
        arrive: () => events.dispatchEvent(new StorageEvent("storage", { key })),
      });
    }
  }

  #refreshBegins(): void {
    this.refreshes += 1;
    this.#inFlight += 1;
    if (this.#inFlight > 1) this.violations.push("two refreshes are in flight");
  }

  /** What holds for every request at the moment it goes out. */
  #watch({ tag, method, token }: Sent): void {
    const asker = tag.split(".")[0];
    const bearer = this.server.userOf(token);
    if (tag.includes(".") && bearer && bearer !== asker) {
      this.violations.push(`${tag} went out in the name of ${bearer}`);
    }
    const before = this.sent.filter((one) => one.tag === tag).slice(0, -1);
    if (!tag.includes(".")) return;
    if (method === "PUT" && before.some(({ status }) => status !== 401)) {
      this.violations.push(`${tag} was sent again without a 401`);
    }
    // A query that failed on its replay may be tried again, and then be refused again.
    if (before.length > 1 && before.slice(-2).every(({ status }) => status === 401)) {
      this.violations.push(`${tag} was replayed twice`);
    }
    if (token !== null && before.some((one) => one.status === 401 && one.token === token)) {
      this.violations.push(`${tag} was replayed with the token that was refused`);
    }
  }

  async #bodyOf(request: Request | null, init: RequestInit | undefined) {
    const text = request ? await request.text() : init?.body;
    return (typeof text === "string" && text ? JSON.parse(text) : {}) as Record<string, string>;
  }

  /** Lets the next, or the n-th next, thing that is on its way arrive. */
  deliver(nth: number, fate: Fate): void {
    const [next] = this.pending.splice(nth % Math.max(1, this.pending.length), 1);
    next?.arrive(fate);
  }

  /** What hangs fails, as a broken connection does in the end. */
  giveUpHanging(): void {
    for (const fail of this.#hung.splice(0)) fail();
  }

  close(): void {
    for (const { store } of this.tabs) {
      store.dispatch(clearAllListeners());
      store.dispatch(api.util.resetApiState());
    }
  }
}
