import { clearAllListeners } from "@reduxjs/toolkit";
import { api } from "#api/api.ts";
import { fakeChannels } from "#testing/fakeChannel.ts";
import { fakeLocks } from "#testing/fakeLocks.ts";
import { answerOf, WorldServer } from "./server.ts";
import { SharedStorage } from "./storages.ts";
import { openTab, type Tab } from "./tab.ts";

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

/** A request as the server or the network saw it. */
export interface Sent {
  tag: string;
  method: string;
  token: string | null;
  /** The status that came back; null while there is none, 0 when none will. */
  status: number | null;
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

/**
 * A browser with several tabs and a server, in which nothing happens before it is told to.
 * `violations` grows as soon as something happens that must never happen;
 * `pending` is what is on its way: the test chooses what arrives next.
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
    const openChannel = fakeChannels((arrive) => void this.pending.push({ arrive }));
    this.tabs = Array.from({ length: tabs }, (_, index) =>
      openTab(this.shared.viewOf(index), talks ? openChannel() : null, locks),
    );
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
