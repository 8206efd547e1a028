import { clearAllListeners } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { memoryStorage } from "#testing/schedules/model/fakeBrowser.ts";
import { LightResponse } from "#testing/schedules/model/lightFetch.ts";
import { fakeChannels } from "#testing/stubs/fakeChannel.ts";
import { fakeLocks } from "#testing/stubs/fakeLocks.ts";
import { GRACE_MS, WorldServer } from "./server.ts";
import { openTab, type Tab } from "./tab.ts";

const probes = api.injectEndpoints({
  endpoints: (build) => ({
    worldQuery: build.query<unknown, string>({ query: (tag) => `/api/users?tag=${tag}` }),
    worldMutation: build.mutation<unknown, string>({
      query: (tag) => ({ url: `/api/users/${tag}`, method: "PUT", body: { tag } }),
    }),
  }),
});

/** The outcome of a request or a response on its way. */
export type Fate = "ok" | "unreachable" | "lost" | "fails" | "hangs";

/** Lets a request, a response or a storage event arrive that is on its way. */
type Arrival = (fate: Fate) => void;

/** A request that was sent. */
interface SentRequest {
  tag: string;
  method: string;
  token: string | null;
  /** The response's status; null before it, 0 if there will be none. */
  status: number | null;
}

export interface WorldOptions {
  tabs: number;
  /** Whether each refresh rotates the refresh token. */
  rotates: boolean;
  /** Whether the browser has locks across tabs. */
  hasLocks: boolean;
  /** Whether the browser has channels between tabs. */
  hasChannels: boolean;
}

/**
 * A browser with several tabs, and a server. Messages wait in `pending` until the test delivers them,
 * in any order. `violations` lists everything that must never happen.
 */
export class World {
  readonly server: WorldServer;
  readonly tabs: Tab[];
  /** The local storage of all tabs. */
  readonly shared = new Map<string, string>();
  readonly pending: Arrival[] = [];
  readonly sent: SentRequest[] = [];
  readonly violations: string[] = [];
  readonly waiting = new Set<Promise<unknown>>();
  /** Refused refreshes whose response has reached a tab. */
  refusals = 0;
  refreshes = 0;
  #inFlight = 0;
  readonly #hung: (() => void)[] = [];
  #tags = 0;

  constructor({ tabs, rotates, hasLocks, hasChannels }: WorldOptions) {
    this.server = new WorldServer(rotates);
    const locks = hasLocks ? fakeLocks() : undefined;
    const openChannel = fakeChannels((arrive) => void this.pending.push(arrive));
    this.tabs = Array.from({ length: tabs }, (_, index) =>
      openTab(
        memoryStorage(this.shared, (key) => this.#notifyTabs(index, key)),
        hasChannels ? openChannel() : null,
        locks,
      ),
    );
  }

  /** The simulated tabs' `fetch`. */
  readonly fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<LightResponse> => {
    const request = input instanceof Request ? input : null;
    const { pathname, searchParams } = new URL(request?.url ?? (input as string));
    // The connection machine is not under test here.
    if (pathname === "/healthz") return Promise.resolve(new LightResponse(200, {}));
    const method = request?.method ?? init?.method ?? "GET";
    const token = request?.headers.get("authorization")?.replace("Bearer ", "") ?? null;
    const tag = searchParams.get("tag") ?? (/^\/api\/users\/(.+)$/.exec(pathname)?.[1] || pathname);
    const sent: SentRequest = { tag, method, token, status: null };
    this.sent.push(sent);
    const sentAt = this.server.now;
    this.#watch(sent);
    const signal = request?.signal ?? init?.signal;
    return new Promise((resolve, reject) => {
      const isRefresh = pathname === "/api/auth/refresh";
      if (isRefresh) this.#startRefresh();
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
        const isTooOld = this.server.now - sentAt >= GRACE_MS;
        if (fate === "unreachable" || isTooOld) return fail();
        if (fate === "fails") return this.pending.push(() => deliver(new LightResponse(503, {})));
        void this.#bodyOf(request, init).then((body) => {
          const answer = this.server.handle(method, pathname, body, token);
          this.pending.push((way) => (way === "ok" && fate === "ok" ? deliver(answer) : fail()));
        });
        return undefined;
      };
      const deliver = (answer: LightResponse) => {
        if (!end(answer.status)) return;
        if (isRefresh && [400, 401, 403].includes(answer.status)) this.refusals += 1;
        resolve(answer);
      };
      this.pending.push(arrive);
      return undefined;
    });
  };

  /** A number that no other request has. */
  newTag(): number {
    this.#tags += 1;
    return this.#tags;
  }

  ask(index: number, kind: "query" | "mutation"): void {
    const { store } = this.tabOf(index);
    const { auth } = store.getState();
    const user = auth.status === "signedOut" ? "nobody" : (auth.user?.id ?? "nobody");
    const tag = `${user}.${index}.${this.newTag()}`;
    const { worldQuery, worldMutation } = probes.endpoints;
    if (kind === "query") this.watch(store.dispatch(worldQuery.initiate(tag)));
    else this.watch(store.dispatch(worldMutation.initiate(tag)));
  }

  /** Registers a promise that must settle before the end of the test. */
  watch(promise: PromiseLike<unknown>): void {
    const settled: Promise<unknown> = Promise.resolve(promise)
      .catch(() => undefined)
      .finally(() => this.waiting.delete(settled));
    this.waiting.add(settled);
  }

  tabOf(index: number): Tab {
    return this.tabs[index % this.tabs.length] as Tab;
  }

  #notifyTabs(from: number, key: string): void {
    for (const [index, { events }] of this.tabs?.entries() ?? []) {
      if (index === from) continue;
      this.pending.push(() => void events.dispatchEvent(new StorageEvent("storage", { key })));
    }
  }

  #startRefresh(): void {
    this.refreshes += 1;
    this.#inFlight += 1;
    if (this.#inFlight > 1) this.violations.push("two refreshes are in flight");
  }

  /** Checks every request when it is sent. */
  #watch({ tag, method, token }: SentRequest): void {
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
    // A query whose replay failed may be retried, and then get another 401.
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

  /** Delivers the n-th pending message. */
  deliver(nth: number, fate: Fate): void {
    const [next] = this.pending.splice(nth % Math.max(1, this.pending.length), 1);
    next?.(fate);
  }

  /** Fails the hanging requests, as the network stack finally does on a broken connection. */
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
