import type fc from "fast-check";
import { toast } from "react-hot-toast/headless";
import { TASK_STATUSES, type TaskStatus } from "#contract/task.ts";
import type { Board } from "#contract/board.ts";
import { createTokens } from "#api/tokens.ts";
import { ILLEGAL_EVENT } from "#lib/machine.ts";
import { statusOf } from "#features/board/project.ts";
import type { Client, MakeClient } from "./client.ts";
import { Expectations, type Said } from "./expectations.ts";
import { LightRequest, LightResponse } from "./lightFetch.ts";
import { type Answer, cardOf, type Fate, ModelServer } from "./modelServer.ts";
import type { Step } from "./steps.ts";

/** What must hold at every step, or at rest. */
export const RULES = [
  /** What is shown is the board as last received, with what is hoped for folded over it. */
  "shown",
  "one request per card",
  "sent once",
  "newest only",
  "nothing while offline",
  "in order after an outage",
  "the server hears older moves first",
  "one word per outcome",
  "undo",
  /** After a refusal the board is asked for afresh. */
  "a fresh board",
  "rest",
  "no illegal event",
] as const;
export type Rule = (typeof RULES)[number];

export class Broken extends Error {}

/** A call on its way. */
interface Call {
  kind: "move" | "board" | "refresh" | "probe";
  cardId: string;
  to: TaskStatus;
  /** The number of the move that it carries out. */
  move: number;
  /** It was sent before, and refused for its token. */
  isReplay: boolean;
  /** The id of the query that it belongs to. */
  boardRequest: string;
  signal: AbortSignal | null;
  end: "out" | "refusedToken" | "lost" | "answered";
}

export interface Plan {
  scheduler: fc.Scheduler;
  steps: readonly Step[];
  /** What becomes of moves, and of reads of the board. */
  moveFates: readonly Fate[];
  boardFates: readonly Fate[];
}

/** So many steps of the scheduler are enough for everything to come to rest. */
const ENOUGH = 3_000;
/** A timer of the store's own, in ms, which stands in for a frame that doesn't come; here they come. */
const BATCH = 100;
/** Timers beyond this, in ms, don't run out. */
const LONGEST_TIMER = 2_000;

const USER = {
  id: "u1",
  name: "Ada Lovelace",
  email: "ada@example.com",
  role: "member",
  is_active: true,
  created_at: "2026-01-01T00:00:00.000Z",
} as const;

const realSetImmediate = setImmediate;
/** Lets everything happen that waits for nothing from outside. */
const allSettled = () => new Promise<void>((resolve) => realSetImmediate(resolve));

const placesOf = (board: Board | null | undefined): string =>
  TASK_STATUSES.map(
    (status) => `${status}: ${board?.[status].map(({ title, id }) => `${id} ${title}`).join()}`,
  ).join("; ");

/** One app, one server, and a network between them that does what the schedule says. */
export class MoveWorld {
  private readonly plan: Plan;
  private readonly rules: ReadonlySet<Rule>;
  private readonly server = new ModelServer();
  private readonly expected = new Expectations();
  private readonly client: Client;
  private readonly calls: Call[] = [];
  private readonly hung: (() => void)[] = [];
  private readonly said: Said[] = [];
  private readonly asked: { cardId: string; from: TaskStatus | null; move: number }[] = [];
  /** When each request of the board was made: its id → now. */
  private readonly requested = new Map<string, number>();
  private readonly targets = new Map<number, TaskStatus>();
  private readonly newest = new Map<string, number>();
  private readonly moveFates: Fate[];
  private readonly boardFates: Fate[];
  private readonly restore: (() => void)[] = [];
  private network: "up" | "cuts" | "hangs" = "up";
  private calm = true;
  private held: string | null = null;
  private refreshFailures = 0;
  private now = 0;
  private ticks = 0;
  /** When a move was refused last, and when the board was asked for last. */
  private refused = 0;
  private asksBoard = 0;
  /** The tick of each answer to a move that was lost. */
  private readonly losses: number[] = [];
  /** What to conclude once the app has taken in what it was told. */
  private afterwards: (() => unknown)[] = [];
  private broken: Broken | null = null;

  constructor(makeClient: MakeClient, plan: Plan, rules: ReadonlySet<Rule>) {
    this.plan = plan;
    this.rules = rules;
    this.moveFates = [...plan.moveFates];
    this.boardFates = [...plan.boardFates];
    this.takeOver();
    const tokens = createTokens(memory(), new EventTarget());
    const accessToken = this.server.token;
    tokens.signIn({ user: USER, accessToken, refreshToken: "refresh" });
    this.client = makeClient(tokens);
  }

  /** Runs the plan to its end. Throws what was broken first. */
  async run(): Promise<void> {
    const { scheduler, steps } = this.plan;
    try {
      this.client.open();
      await this.until(() => scheduler.count() === 0);
      this.calm = false;
      const sequence = scheduler.scheduleSequence(
        steps.map((step) => ({ label: step.do, builder: async () => this.perform(step) })),
      );
      await this.until(() => sequence.done || sequence.faulty);
      this.heal();
      await this.until(() => scheduler.count() === 0);
      this.must("a fresh board", this.asksBoard > this.refused, () => `none since ${this.refused}`);
      this.client.refetch();
      await this.until(() => scheduler.count() === 0);
      this.checkRest();
    } finally {
      this.client.close();
      for (const undo of this.restore) undo();
    }
  }

  private async until(isOver: () => boolean): Promise<void> {
    for (let steps = 0; ; steps += 1) {
      await allSettled();
      this.noteBoardRequest();
      this.now += 1;
      this.ticks += 1;
      this.check();
      if (this.broken) throw this.broken;
      if (isOver()) return;
      if (steps > ENOUGH) throw new Broken("rest: it never comes");
      await this.plan.scheduler.waitNext(1);
    }
  }

  private must(rule: Rule, holds: boolean, what: () => string): void {
    if (!holds && this.rules.has(rule)) this.broken ??= new Broken(`${rule}: ${what()}`);
  }

  // What people do.

  private perform(step: Step): void {
    const { client, server } = this;
    switch (step.do) {
      case "move":
        if (this.held !== null || !this.placeOf(step.card)) return;
        return this.ask(() => client.move(step.card, step.to), step);
      case "lift":
        if (this.held !== null || !this.placeOf(step.card)) return;
        this.held = step.card;
        return client.lift(step.card);
      case "drop": {
        const card = this.held;
        if (card === null) return;
        this.held = null;
        const to = step.to === this.placeOf(card) ? null : step.to;
        return this.ask(() => client.drop(card, to), { card, to: to ?? "Todo" });
      }
      case "undo": {
        const next = client.undoable();
        if (!next || this.held !== null) return client.undo();
        return this.ask(() => client.undo(), { card: next.cardId, to: next.to }, true);
      }
      case "refetch":
        return client.refetch();
      case "otherMoves":
        return void server.move(step.card, step.to, "other");
      case "otherDeletes":
        return server.remove(step.card);
      case "otherRenames":
        return server.rename(step.card);
      case "otherAdds":
        return server.add(step.to);
      case "tokenExpires":
        return server.expireToken();
      case "networkGoes":
        this.network = step.hangs ? "hangs" : "cuts";
        return;
      case "networkReturns":
        this.network = "up";
    }
  }

  private placeOf(cardId: string): TaskStatus | null {
    const shown = this.client.shown();
    return shown ? statusOf(shown, cardId) : null;
  }

  private ask(
    act: () => void,
    { card, to }: { card: string; to: TaskStatus },
    isUndo = false,
  ): void {
    const { client } = this;
    const before = client.lastMove();
    const from = this.placeOf(card);
    act();
    const move = this.client.lastMove();
    if (move === before) return;
    const { wish, doubt } = this.expected.of(card);
    const out = this.calls.find((call) => call.cardId === card && this.isOut(call));
    if (isUndo)
      this.must("undo", this.undoes(card, from, to), () => `${card} from ${from} to ${to}`);
    else this.asked.push({ cardId: card, from, move });
    // Back to where the request under way takes it: that one is enough.
    const wanted = client.wantedMove(card) ?? move;
    if (wanted === move) this.targets.set(move, to);
    this.must("newest only", this.targets.get(wanted) === to, () => `${card} to ${to}`);
    this.expected.asked(card, to, wanted, this.isRefreshing());
    if (!this.client.isPending(card)) {
      // Back before anybody was told: there is nothing to tell.
      const isFree = !out && doubt === null && wish?.sentAt === null;
      this.must("sent once", isFree, () => `the move of ${card} to ${to} was dropped`);
      this.expected.of(card).wish = null;
    }
    // A card that was deleted while it was in the hand is shown nowhere.
    if (from === null) return;
    this.must(
      "shown",
      this.placeOf(card) === to,
      () => `${card} isn't in ${to} once dropped there`,
    );
  }

  /** Undo brings a card from where a move put it to where that move took it. */
  private undoes(card: string, from: TaskStatus | null, to: TaskStatus): boolean {
    return this.asked.some((done) => done.cardId === card && done.from === to) && from !== to;
  }

  // What the network does.

  private async fetch(request: LightRequest): Promise<LightResponse> {
    request.signal?.throwIfAborted();
    const { pathname } = new URL(request.url);
    const cardId = cardOf(pathname) ?? "";
    const body: unknown = request.body ? JSON.parse(request.body) : null;
    const kind = kindOf(pathname);
    const call: Call = {
      kind,
      cardId,
      to: kind === "move" ? (body as { status: TaskStatus }).status : "Todo",
      move: this.client.sentMove(cardId) ?? 0,
      isReplay: false,
      boardRequest: this.client.boardRequest() ?? "",
      signal: request.signal,
      end: "out",
    };
    const before = this.calls.findLast(
      (other) => other.cardId === cardId && other.move === call.move,
    );
    call.isReplay = kind === "move" && before?.end === "refusedToken" && !before.isReplay;
    if (kind === "board") this.noteBoardRequest();
    if (kind === "move") this.checkSent(call);
    this.calls.push(call);
    const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? null;
    return await new Promise<LightResponse>((resolve, reject) => {
      const lose = (reason: unknown) => {
        if (call.end !== "out") return;
        this.lose(call);
        reject(reason);
      };
      request.signal?.addEventListener("abort", () => lose(request.signal?.reason));
      const cut = () => lose(new TypeError("Failed to fetch"));
      void (async () => {
        await this.plan.scheduler.schedule(Promise.resolve(), `${kind} ${cardId} arrives`);
        if (call.end !== "out") return;
        if (this.isSwallowed(cut)) return;
        const fate = this.fateOf(call);
        const answer = this.act(call, fate, request.method, pathname, token, body);
        await this.plan.scheduler.schedule(Promise.resolve(), `${kind} ${cardId} is answered`);
        if (call.end !== "out") return;
        if (!answer) return cut();
        if (this.isSwallowed(cut)) return;
        this.deliver(call, answer);
        resolve(new LightResponse(answer.status, answer.body));
      })();
    });
  }

  /** Whether the network is gone: then the call is cut, now or some time. */
  private isSwallowed(cut: () => void): boolean {
    if (this.network === "cuts") cut();
    if (this.network === "hangs") this.hung.push(cut);
    return this.network !== "up";
  }

  private fateOf({ kind }: Call): Fate {
    if (this.calm) return "done";
    if (kind === "move") return this.moveFates.shift() ?? "done";
    return (kind === "board" && this.boardFates.shift()) || "done";
  }

  /** What the server does; null when its answer is lost. */
  private act(
    call: Call,
    fate: Fate,
    method: string,
    path: string,
    token: string | null,
    body: unknown,
  ): Answer | null {
    if (fate === "refused") return { status: 500, body: { error: "Something went wrong" } };
    if (fate === "cutBefore") return null;
    if (fate === "gatewayBefore") return { status: 502, body: "Bad gateway" };
    const answer = this.server.handle(method, path, token, body);
    if (call.kind === "move" && answer.status === 200) {
      const { cardId, move } = call;
      const last = this.newest.get(cardId) ?? 0;
      this.newest.set(cardId, move);
      this.must("the server hears older moves first", last <= move, () => `${cardId}: ${move}`);
    }
    if (fate === "cutAfter") return null;
    return fate === "gatewayAfter" ? { status: 504, body: "Gateway timeout" } : answer;
  }

  private lose(call: Call): void {
    call.end = "lost";
    this.now += 1;
    if (call.kind === "move") this.loseMove(call);
    if (call.kind === "refresh") this.noteRefresh(false);
  }

  private loseMove({ cardId, move }: Call): void {
    this.losses.push(this.ticks);
    this.expected.lost(cardId, move, this.now, this.ticks);
  }

  private deliver(call: Call, { status, body }: Answer): void {
    const isFinal = status !== 401 || call.isReplay;
    call.end = isFinal ? "answered" : "refusedToken";
    this.now += 1;
    const { kind, cardId, move } = call;
    if (kind === "refresh") this.noteRefresh(status === 200);
    else if (kind === "board" && status === 200) {
      const requested = this.requested.get(call.boardRequest) ?? this.now;
      // Taken back in the last moment, it tells nothing.
      this.afterwards.push(
        () => call.signal?.aborted || this.tell(body as { board: Board }, requested),
      );
    } else if (kind !== "move" || !isFinal) return;
    else if (status === 200) this.made(call);
    else if (status > 500) this.loseMove(call);
    else {
      this.refused = this.now;
      this.expected.refused(cardId, move);
    }
  }

  private made({ cardId, move, to }: Call): void {
    // An answer that ends an outage has the board asked for first, and only then counts itself.
    this.expected.made(cardId, move, to, this.now + 1);
  }

  private tell({ board }: { board: Board }, requested: number): void {
    for (const cardId of this.expected.told(board, requested)) {
      const { wish } = this.expected.of(cardId);
      if (!wish) continue;
      const isMade = statusOf(board, cardId) === wish.to;
      const isPending = this.client.isPending(cardId);
      // What the outage may have kept back is sent again, unless others have moved the card.
      const isSentAgain =
        isPending && !isMade && this.client.lastBeforeReturn() > (wish.sentAt ?? 0);
      if (isSentAgain) wish.mayRepeat = true;
      // Of answers lost at one moment, the first may have had the board asked for before the others.
      const mayBeEarlier = this.losses.filter((at) => at === wish.lostAt).length > 1;
      if (isPending && mayBeEarlier) continue;
      if (isSentAgain) wish.lost = null;
      else this.expected.settled(cardId, isMade);
    }
  }

  private conclude(): void {
    const all = this.afterwards;
    this.afterwards = [];
    for (const then of all) then();
  }

  /** After three failures in a row a refresh is given up, and with it the moves that wait for it. */
  private noteRefresh(succeeded: boolean): void {
    this.refreshFailures = succeeded ? 0 : this.refreshFailures + 1;
    if (this.refreshFailures < 3) return;
    this.refreshFailures = 0;
    for (const call of this.calls) {
      if (call.kind !== "move" || call.end !== "refusedToken" || this.isReplayed(call)) continue;
      call.end = "lost";
      this.loseMove(call);
    }
  }

  /** Not answered for good: it may be sent once more with a new token. */
  private isOut(call: Call): boolean {
    return call.end === "out" || (call.end === "refusedToken" && !this.isReplayed(call));
  }

  /** Also between two attempts of one refresh. */
  private isRefreshing(): boolean {
    if (this.refreshFailures > 0) return true;
    return this.calls.some((call) => call.kind === "refresh" && call.end === "out");
  }

  private isReplayed(call: Call): boolean {
    const { cardId, move } = call;
    const later = this.calls.slice(this.calls.indexOf(call) + 1);
    return later.some((other) => other.cardId === cardId && other.move === move);
  }

  private noteBoardRequest(): void {
    const id = this.client.boardRequest();
    if (id === undefined || this.requested.has(id)) return;
    this.now += 1;
    this.requested.set(id, this.now);
    this.asksBoard = this.now;
  }

  private heal(): void {
    this.network = "up";
    this.calm = true;
    for (const cut of this.hung.splice(0)) cut();
    if (this.held !== null) this.client.drop(this.held, null);
    this.held = null;
  }

  // What must hold.

  private checkSent(call: Call): void {
    this.conclude();
    const { cardId, move } = call;
    const { wish } = this.expected.of(cardId);
    const others = this.calls.filter((other) => other.kind === "move");
    const same = others.filter((other) => other.cardId === cardId);
    this.must(
      "one request per card",
      same.every(({ end }) => end !== "out"),
      () => cardId,
    );
    this.must(
      "sent once",
      call.isReplay || wish?.mayRepeat || same.every((other) => other.move !== move),
      () => `move ${move} of ${cardId} again`,
    );
    if (call.isReplay) return;
    // A request that waited for a new token may be overtaken meanwhile.
    const isNewest = wish?.move === move || wish?.duringRefresh;
    this.must("newest only", isNewest === true, () => `${move} of ${cardId}, not ${wish?.move}`);
    this.must("nothing while offline", !this.client.isOffline(), () => cardId);
    const bound = this.client.lastBeforeReturn();
    const older = this.expected
      .wishes()
      .filter(([id, other]) => id !== cardId && other.move < move && other.move <= bound);
    const out = others.filter((other) => other.end === "out" && other.move <= bound);
    this.must(
      "in order after an outage",
      older.length === 0 && out.length === 0,
      () => `${move} of ${cardId} before ${older.map(([id]) => id).join()} ${out.length}`,
    );
    if (wish?.move !== move) return;
    wish.sentAt = bound;
    wish.mayRepeat = false;
    wish.lost = null;
  }

  private check(): void {
    this.conclude();
    const shown = this.client.shown();
    if (!shown || this.held !== null) return;
    const expected = placesOf(this.expected.shown());
    this.must("shown", placesOf(shown) === expected, () => `${placesOf(shown)}, not ${expected}`);
  }

  private checkRest(): void {
    const shown = placesOf(this.client.shown());
    const there = placesOf(this.server.board());
    this.must("rest", shown === there, () => `${shown}, but the server has ${there}`);
    const open = this.expected.wishes();
    this.must("rest", open.length === 0, () => `${JSON.stringify(open)} came to no end`);
    const pending = ["a", "b", "c"].filter((id) => this.client.isPending(id));
    this.must("rest", pending.length === 0, () => `${pending.join()} pending`);
    const said = this.said.toSorted().join();
    const due = this.expected.said.toSorted().join();
    this.must("one word per outcome", said === due, () => `said ${said}, not ${due}`);
    if (this.broken) throw this.broken;
  }

  // What the app takes for the browser.

  private takeOver(): void {
    const { scheduler } = this.plan;
    localStorage.clear();
    const cleared = new Set<unknown>();
    let timers = 0;
    this.replace(globalThis, {
      fetch: async (request: LightRequest | string, init?: RequestInit) =>
        await this.fetch(typeof request === "string" ? new LightRequest(request, init) : request),
      Request: LightRequest,
      setTimeout: (action: () => void, ms = 0) => {
        timers += 1;
        const id = timers;
        if (ms > LONGEST_TIMER || ms === BATCH) return id;
        void scheduler.schedule(Promise.resolve(), `timer of ${ms} ms`).then(() => {
          if (!cleared.has(id)) action();
        });
        return id;
      },
      clearTimeout: (id: unknown) => void cleared.add(id),
      requestAnimationFrame: (draw: () => void) => queueMicrotask(draw),
    });
    for (const target of [window, document] as EventTarget[]) {
      this.replace(target, {
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      });
    }
    this.replace(toast, {
      success: (message: unknown) => this.hear(message),
      error: (message: unknown) => this.hear(message),
    });
    // Asking for the time zone costs more than all the rest of a call.
    const timeZone = { resolvedOptions: () => ({ timeZone: "UTC" }) };
    this.replace(Intl, { DateTimeFormat: () => timeZone });
    this.replace(console, {
      // What the toolkit says of its own speed on a busy machine is of no concern.
      warn: (text: string) =>
        this.must("no illegal event", !text.startsWith(ILLEGAL_EVENT), () => text),
    });
  }

  private replace(target: object, stand: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(stand)) {
      const own = Object.getOwnPropertyDescriptor(target, name);
      Object.defineProperty(target, name, { value, configurable: true, writable: true });
      this.restore.push(() => {
        if (own) Object.defineProperty(target, name, own);
        else Reflect.deleteProperty(target, name);
      });
    }
  }

  private hear(message: unknown): void {
    const text = typeof message === "string" ? message : `Task moved to ${titleOf(message)}`;
    const to = TASK_STATUSES.find((status) => text === `Task moved to ${status}`);
    if (to) this.said.push(`moved to ${to}`);
    else if (/^Failed to update task status(: ".+")?$/.test(text)) this.said.push("failed");
    else if (text !== "Failed to load kanban board")
      this.must("one word per outcome", false, () => text);
  }
}

function titleOf(message: unknown): string {
  return String((message as { props?: { to?: unknown } } | null)?.props?.to);
}

function kindOf(path: string): Call["kind"] {
  if (cardOf(path) !== null) return "move";
  if (path === "/healthz") return "probe";
  return path === "/api/auth/refresh" ? "refresh" : "board";
}

function memory(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
