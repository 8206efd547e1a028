import { URL } from "node:url";
import type fc from "fast-check";
import { type LightRequest, LightResponse } from "./lightFetch.ts";
import type { Fate, ModelRequest, ModelResponse, ModelServer, ProcessId } from "./modelServer.ts";

/** A call that was sent. */
export interface NetworkCall {
  kind: "write" | "read" | "refresh" | "probe";
  label: string;
  signal: AbortSignal | null;
  end: "out" | "refusedToken" | "lost" | "answered";
}

/** A change of a task. `by` is the page that made it; null for other users. */
export interface CardChange {
  cardId: string;
  by: string | null;
}

/** The app's end of the network, which notes what happens to each call. */
export interface AppEnd<Call extends NetworkCall> {
  send(request: ModelRequest, signal: AbortSignal | null): Call;
  /** The server handles a call now, and has handled it. */
  handling(call: Call): void;
  handled(call: Call, response: ModelResponse): void;
  delivered(call: Call, response: ModelResponse): void;
  lost(call: Call): void;
  hear(change: CardChange): void;
  /** The event stream has lost events. */
  hearReset(): void;
}

/** The fate of a stream event. After a loss the stream starts with a reset. */
export type EventFate = "told" | "toldTwice" | "lost";

export interface Fates {
  writeFates: readonly Fate[];
  readFates: readonly Fate[];
  eventFates: readonly EventFate[];
  /** The server process that serves each call. */
  processes: readonly ProcessId[];
}

const BUSY = { "retry-after": "1" };

/**
 * The network between app and server. The schedule decides when a call arrives, and the fates
 * decide what happens to it.
 */
export class Network<Call extends NetworkCall> {
  private readonly scheduler: fc.Scheduler;
  private readonly writeFates: Fate[];
  private readonly readFates: Fate[];
  private readonly processes: ProcessId[];
  private readonly eventFates: EventFate[];
  private readonly server: ModelServer;
  private readonly app: AppEnd<Call>;
  /** Loses each call that is under way. */
  private readonly cuts = new Map<Call, () => void>();
  private readonly hung = new Set<() => void>();
  private state: "up" | "cuts" | "hangs" = "up";
  /** Whether every call succeeds, regardless of its fate. */
  isCalm = true;

  constructor(scheduler: fc.Scheduler, fates: Fates, server: ModelServer, app: AppEnd<Call>) {
    this.scheduler = scheduler;
    this.writeFates = [...fates.writeFates];
    this.readFates = [...fates.readFates];
    this.processes = [...fates.processes];
    this.eventFates = [...fates.eventFates];
    this.server = server;
    this.app = app;
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
    for (const cut of this.hung) cut();
    this.hung.clear();
  }

  /** Whether no call is under way. */
  get isIdle(): boolean {
    return this.cuts.size === 0;
  }

  /** Loses the calls of a page that closes. */
  cut(isOfPage: (call: Call) => boolean): void {
    for (const [call, cut] of this.cuts) if (isOfPage(call)) cut();
  }

  /** The process that serves the next call. */
  process(): ProcessId {
    return this.processes.shift() ?? 0;
  }

  /** Notifies the other process of a change, and the client when its own process knows the change. */
  async noteChange(change: CardChange, at: ProcessId, isTold: boolean): Promise<void> {
    const other = at === 0 ? 1 : 0;
    if (at === 0 && isTold) void this.tell(change);
    await this.scheduler.schedule(Promise.resolve(), `process ${other} hears of ${change.cardId}`);
    this.server.hear(other);
    if (other === 0 && isTold) void this.tell(change);
  }

  private async tell(change: CardChange): Promise<void> {
    const fate = this.isCalm ? "told" : (this.eventFates.shift() ?? "told");
    for (let times = fate === "toldTwice" ? 2 : 1; times > 0; times -= 1) {
      await this.scheduler.schedule(Promise.resolve(), `event of ${change.cardId}`);
      if (fate === "lost" || this.state !== "up") this.app.hearReset();
      else this.app.hear(change);
    }
  }

  async fetch({ url, method, headers, body, signal }: LightRequest): Promise<LightResponse> {
    signal?.throwIfAborted();
    const parsed: unknown = body ? JSON.parse(body) : null;
    const request: ModelRequest = { method, url: new URL(url), headers, body: parsed };
    const call = this.app.send(request, signal);
    return await new Promise<LightResponse>((resolve, reject) => {
      const lose = (reason: unknown) => {
        if (call.end !== "out") return;
        call.end = "lost";
        this.cuts.delete(call);
        this.app.lost(call);
        reject(reason);
      };
      signal?.addEventListener("abort", () => lose(signal.reason));
      const cut = () => lose(new TypeError("Failed to fetch"));
      this.cuts.set(call, cut);
      void (async () => {
        await this.scheduler.schedule(Promise.resolve(), `${call.label} arrives`);
        if (call.end !== "out" || this.isSwallowed(cut)) return;
        const response = this.act(call, request);
        await this.scheduler.schedule(Promise.resolve(), `${call.label} gets its response`);
        if (call.end !== "out") return;
        if (!response) return cut();
        if (this.isSwallowed(cut)) return;
        this.cuts.delete(call);
        this.app.delivered(call, response);
        resolve(new LightResponse(response.status, response.body, response.headers));
      })();
    });
  }

  /** Whether the network is down. If so, the call is aborted now or later. */
  private isSwallowed(cut: () => void): boolean {
    if (this.state === "cuts") cut();
    if (this.state === "hangs") this.hung.add(cut);
    return this.state !== "up";
  }

  private fateOf({ kind }: NetworkCall): Fate {
    if (this.isCalm) return "done";
    if (kind === "write") return this.writeFates.shift() ?? "done";
    return (kind === "read" && this.readFates.shift()) || "done";
  }

  /** The server's response; null if it is lost. */
  private act(call: Call, request: ModelRequest): ModelResponse | null {
    const fate = this.fateOf(call);
    if (fate === "refused") return { status: 500, body: { error: "Something went wrong" } };
    if (fate === "cutBefore") return null;
    if (fate === "gatewayBefore") return { status: 502, body: "Bad gateway" };
    if (fate === "busy") return { status: 429, body: { error: "Busy" }, headers: BUSY };
    if (fate === "busyProxy") return { status: 503, body: "Busy", headers: BUSY };
    this.app.handling(call);
    const response = this.server.handle(request, this.process());
    this.app.handled(call, response);
    if (fate === "cutAfter") return null;
    return fate === "gatewayAfter" ? { status: 504, body: "Gateway timeout" } : response;
  }
}
