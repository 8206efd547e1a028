import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Call } from "./fault.ts";

/** A complete response. */
export interface CompleteResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One request of a browser, and the ways to handle it. */
export class Exchange {
  readonly call: Call;
  /** Settles when the whole request has arrived. */
  readonly arrived: Promise<unknown>;
  onForward: (() => void) | undefined;
  readonly #target: string;
  readonly #keepsAlive: boolean;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #body: Buffer = Buffer.alloc(0);
  #upstream: IncomingMessage | undefined;

  /** @param keepsAlive whether the browser may reuse the connection */
  constructor(
    target: string,
    keepsAlive: boolean,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#keepsAlive = keepsAlive;
    this.#target = target;
    this.#request = request;
    this.#response = response;
    const path = request.url?.split("?")[0] ?? "/";
    this.call = { method: request.method ?? "GET", path };
    this.arrived = buffer(request).then(
      (body) => {
        this.#body = body;
      },
      () => undefined,
    );
  }

  /** Whether the response is an event stream, which has no end. */
  get isStream(): boolean {
    return this.#request.headers.accept?.includes("text/event-stream") ?? false;
  }

  /** Forwards the request, and streams the response back. */
  async pass(): Promise<void> {
    const upstream = await this.#forward();
    this.#upstream = upstream;
    this.#response.writeHead(upstream.statusCode ?? 502, this.#head(upstream.headers));
    // The client needs the head of a stream before its first event.
    this.#response.flushHeaders();
    await pipeline(upstream, this.#response);
  }

  /** Forwards the request, and returns the response. */
  async fetchResponse(): Promise<CompleteResponse> {
    const upstream = await this.#forward();
    const status = upstream.statusCode ?? 502;
    return { status, headers: upstream.headers, body: await buffer(upstream) };
  }

  respond({ status, headers, body }: CompleteResponse): void {
    this.#response.writeHead(status, this.#head(headers)).end(body);
  }

  /** Sends half of a response, then breaks the connection. */
  cut({ status, headers, body }: CompleteResponse): void {
    if (body.length < 2) {
      this.drop();
      return;
    }
    const { "transfer-encoding": _chunked, ...rest } = headers;
    const length = { "content-length": String(body.length) };
    this.#response.writeHead(status, { ...this.#head(rest), ...length });
    this.#response.write(body.subarray(0, body.length / 2), () => this.drop());
  }

  /** Breaks the connection without a response. */
  drop(): void {
    this.#request.socket.destroy();
  }

  /** Silences a stream without closing its connection. */
  freeze(): void {
    this.#upstream?.unpipe();
    this.#upstream?.pause();
  }

  #head({ connection: _theirs, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
    return this.#keepsAlive ? headers : { ...headers, connection: "close" };
  }

  async #forward(): Promise<IncomingMessage> {
    this.onForward?.();
    const { method, url = "/", headers } = this.#request;
    const outgoing = send(`${this.#target}${url}`, {
      method: method ?? "GET",
      headers: { ...headers, connection: "close" },
      agent: false,
    });
    this.#response.once("close", () => outgoing.destroy());
    return await new Promise((resolve, reject) => {
      outgoing.once("response", resolve).once("error", reject).end(this.#body);
    });
  }
}
