import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Exchange } from "./exchange.ts";
import type { Call, Fault, FaultKind, FaultOptions } from "./fault.ts";
import { REFRESH, type Strategy, strategyOf } from "./faultStrategies.ts";

interface RunningFault {
  kind: FaultKind;
  matches: (call: Call) => boolean;
  left: number;
  handle: Strategy;
}

/** Every call of the API, and the connection probe. */
const everyCall = ({ path }: Call): boolean => path.startsWith("/api/") || path === "/healthz";

/**
 * A reverse proxy between a browser and a server that can simulate network faults. By default every
 * response closes its connection, and so does a fault those that were opened in advance: when a call
 * breaks on a connection that was idle, a browser resends it on its own, and the app never sees the
 * fault.
 */
export class FaultProxy {
  readonly #server: Server;
  readonly #open = new Set<Exchange>();
  /** The connections that have carried no call yet. */
  readonly #unused = new Set<Socket>();
  #faults: RunningFault[] = [];
  /** The calls that reached the server, in order. */
  readonly forwarded: Call[] = [];

  private constructor(target: string, keepsAlive: boolean) {
    this.#server = createServer((request, response) => {
      this.#unused.delete(request.socket);
      const exchange = new Exchange(target, keepsAlive, request, response);
      exchange.onForward = () => this.forwarded.push(exchange.call);
      this.#open.add(exchange);
      response.once("close", () => this.#open.delete(exchange));
      void this.#handle(exchange);
    }).on("connection", (socket) => {
      if (keepsAlive) return;
      this.#unused.add(socket);
      socket.once("close", () => this.#unused.delete(socket));
    });
  }

  /** Starts a proxy in front of the server at `target`, on a free port. */
  static async start(target: string, { keepsAlive = false } = {}): Promise<FaultProxy> {
    const proxy = new FaultProxy(target, keepsAlive);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The calls that have no response yet and were not aborted. */
  get pending(): Call[] {
    return [...this.#open].map(({ call }) => call);
  }

  /** Starts a fault. The newest fault comes first. */
  fault(kind: FaultKind, options: FaultOptions = {}): Fault {
    const { matches = everyCall, times = Infinity } = options;
    const { handle, end } = strategyOf(kind, options);
    const first = Promise.withResolvers<void>();
    let hits = 0;
    const running: RunningFault = {
      kind,
      matches: kind === "401 storm" ? (call) => call.path === REFRESH || matches(call) : matches,
      left: times,
      handle: async (exchange) => {
        hits += 1;
        first.resolve();
        await handle(exchange);
      },
    };
    this.#faults = [running, ...this.#faults];
    for (const socket of this.#unused) socket.destroy();
    const streams = [...this.#open].filter(({ call, isStream }) => isStream && matches(call));
    if (kind === "half-open") for (const stream of streams) stream.freeze();
    if (kind.startsWith("drop")) for (const stream of streams) stream.drop();
    return {
      get hits() {
        return hits;
      },
      hit: first.promise,
      end: () => {
        this.#faults = this.#faults.filter((one) => one !== running);
        end();
        if (kind === "half-open" && !options.silent) for (const stream of streams) stream.drop();
      },
    };
  }

  /** Removes all faults. Calls that are still held fail when the proxy closes. */
  removeFaults(): void {
    this.#faults = [];
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.#server.close(resolve);
    });
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(exchange: Exchange): Promise<void> {
    await exchange.arrived;
    const fault = this.#faults.find(({ left, matches }) => left > 0 && matches(exchange.call));
    if (fault) fault.left -= 1;
    // The browser or the server may be gone by now, which is no error here.
    await (fault ? fault.handle(exchange) : exchange.pass()).catch(() => exchange.drop());
  }
}
