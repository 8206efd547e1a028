import type fc from "fast-check";
import type { TaskStatus } from "#contract/task.ts";
import { type Call, type CallLog, kindOf } from "./calls.ts";
import type { Client } from "./client.ts";
import { type LightRequest, LightResponse } from "./lightFetch.ts";
import {
  cardOf,
  type Fate,
  type ModelResponse,
  type ModelServer,
  type ProcessId,
} from "./modelServer.ts";
import type { RuleChecker } from "./ruleChecker.ts";

interface Ends {
  client: Client;
  server: ModelServer;
  calls: CallLog;
  checker: RuleChecker;
}

/** The fate of a stream event. After a loss the stream starts with a reset. */
export type EventFate = "told" | "toldTwice" | "lost";

export interface Fates {
  moveFates: readonly Fate[];
  boardFates: readonly Fate[];
  eventFates: readonly EventFate[];
  /** The server process that serves each call. */
  processes: readonly ProcessId[];
}

const BUSY = { "retry-after": "1" };

/**
 * The network between app and server. The schedule decides when a call arrives, and the fates
 * decide what happens to it.
 */
export class Network {
  private readonly scheduler: fc.Scheduler;
  private readonly moveFates: Fate[];
  private readonly boardFates: Fate[];
  private readonly processes: ProcessId[];
  private readonly eventFates: EventFate[];
  private readonly ends: Ends;
  private readonly hung: (() => void)[] = [];
  private state: "up" | "cuts" | "hangs" = "up";
  /** Whether every call succeeds, regardless of its fate. */
  isCalm = true;

  constructor(scheduler: fc.Scheduler, fates: Fates, ends: Ends) {
    this.scheduler = scheduler;
    this.moveFates = [...fates.moveFates];
    this.boardFates = [...fates.boardFates];
    this.processes = [...fates.processes];
    this.eventFates = [...fates.eventFates];
    this.ends = ends;
  }

  goes(hangs: boolean): void {
    this.state = hangs ? "hangs" : "cuts";
  }

  returns(): void {
    this.state = "up";
  }

  /** From now on every message arrives. Hanging calls are aborted. */
  heal(): void {
    this.state = "up";
    this.isCalm = true;
    for (const cut of this.hung.splice(0)) cut();
  }

  /** The process that serves the next call. */
  process(): ProcessId {
    return this.processes.shift() ?? 0;
  }

  /** Notifies the other process of a change, and the client when its own process knows the change. */
  async noteChange(cardId: string, at: ProcessId, isOwn: boolean): Promise<void> {
    const { server } = this.ends;
    const other = at === 0 ? 1 : 0;
    if (at === 0 && !isOwn) void this.tell(cardId);
    await this.scheduler.schedule(Promise.resolve(), `process ${other} hears of ${cardId}`);
    server.hear(other);
    if (other === 0 && !isOwn) void this.tell(cardId);
  }

  private async tell(cardId: string): Promise<void> {
    const { client } = this.ends;
    const fate = this.isCalm ? "told" : (this.eventFates.shift() ?? "told");
    for (let times = fate === "toldTwice" ? 2 : 1; times > 0; times -= 1) {
      await this.scheduler.schedule(Promise.resolve(), `event of ${cardId}`);
      if (fate === "lost" || this.state !== "up") client.hearReset();
      else client.hear(cardId);
    }
  }

  async fetch(request: LightRequest): Promise<LightResponse> {
    request.signal?.throwIfAborted();
    const { checker, calls } = this.ends;
    const url = new URL(request.url);
    const { pathname } = url;
    const body: unknown = request.body ? JSON.parse(request.body) : null;
    const call = this.callOf(pathname, body, request.signal);
    if (call.kind === "board") checker.noteBoardRequest();
    if (call.kind === "move") checker.noteSent(call);
    calls.add(call);
    const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? null;
    return await new Promise<LightResponse>((resolve, reject) => {
      const lose = (reason: unknown) => {
        if (call.end !== "out") return;
        checker.noteLost(call);
        reject(reason);
      };
      request.signal?.addEventListener("abort", () => lose(request.signal?.reason));
      const cut = () => lose(new TypeError("Failed to fetch"));
      const { kind, cardId } = call;
      void (async () => {
        await this.scheduler.schedule(Promise.resolve(), `${kind} ${cardId} arrives`);
        if (call.end !== "out") return;
        if (this.isSwallowed(cut)) return;
        const response = this.act(call, request.method, url, token, body);
        await this.scheduler.schedule(Promise.resolve(), `${kind} ${cardId} gets its response`);
        if (call.end !== "out") return;
        if (!response) return cut();
        if (this.isSwallowed(cut)) return;
        checker.noteDelivered(call, response);
        resolve(new LightResponse(response.status, response.body, response.headers));
      })();
    });
  }

  private callOf(path: string, body: unknown, signal: AbortSignal | null): Call {
    const { client, calls } = this.ends;
    const kind = kindOf(path);
    const cardId = cardOf(path) ?? "";
    const move = client.sentMove(cardId) ?? 0;
    return {
      kind,
      cardId,
      to: kind === "move" ? (body as { status: TaskStatus }).status : "Todo",
      move,
      isReplay: kind === "move" && calls.isAwaitingReplay(cardId, move),
      boardRequest: client.boardRequest() ?? "",
      signal,
      end: "out",
    };
  }

  /** Whether the network is down. If so, the call is aborted now or later. */
  private isSwallowed(cut: () => void): boolean {
    if (this.state === "cuts") cut();
    if (this.state === "hangs") this.hung.push(cut);
    return this.state !== "up";
  }

  private fateOf({ kind }: Call): Fate {
    if (this.isCalm) return "done";
    if (kind === "move") return this.moveFates.shift() ?? "done";
    return (kind === "board" && this.boardFates.shift()) || "done";
  }

  /** The server's response; null if it is lost. */
  private act(
    call: Call,
    method: string,
    url: URL,
    token: string | null,
    body: unknown,
  ): ModelResponse | null {
    const fate = this.fateOf(call);
    if (fate === "refused") return { status: 500, body: { error: "Something went wrong" } };
    if (fate === "cutBefore") return null;
    if (fate === "gatewayBefore") return { status: 502, body: "Bad gateway" };
    if (fate === "busy") return { status: 429, body: { error: "Busy" }, headers: BUSY };
    if (fate === "busyProxy") return { status: 503, body: "Busy", headers: BUSY };
    const response = this.ends.server.handle(method, url, token, body, this.process());
    if (call.kind === "move" && response.status === 200) this.ends.checker.noteApplied(call);
    if (fate === "cutAfter") return null;
    return fate === "gatewayAfter" ? { status: 504, body: "Gateway timeout" } : response;
  }
}
