import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Responses that differ between versions of the product. */
const VERSIONED = new Set(["/", "/kanban", "/tasks", "/service-worker.js"]);

/** Request headers that would cause a 304 or a compressed response. */
const REMOVED_HEADERS = ["accept-encoding", "if-modified-since", "if-none-match"];

/**
 * A proxy that serves changing versions of the product, and can stop responding. Each version has its
 * own build name, which its page and its worker contain. An old version has no worker.
 */
export class Deployments {
  readonly #target: string;
  readonly #server = createServer((incoming, response) => this.#handle(incoming, response));
  /** A build name that replaces the real one. */
  build: string | null = null;
  hasWorker = true;
  /** Whether a page of another system answers the worker's requests for the build's files. */
  isHidden = false;
  /** `silent`: requests get no response. `down`: connections end at once. */
  state: "up" | "silent" | "down" = "up";
  /** The paths that were requested, with their method. */
  readonly requests: string[] = [];

  constructor(target: string) {
    this.#target = target;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url = "/", headers } = incoming;
    const path = url.split("?")[0] ?? url;
    this.requests.push(`${method} ${path}`);
    // A browser may lose a request on a connection that the proxy closes at the same time.
    response.shouldKeepAlive = false;
    if (this.state === "down") return void incoming.socket.destroy();
    if (this.state === "silent") return;
    if (path === "/service-worker.js" && !this.hasWorker) {
      return void response.writeHead(404, { "content-type": "application/json" }).end("{}");
    }
    // A page's own requests name a script or a style sheet.
    if (this.isHidden && path.startsWith("/assets/") && headers["sec-fetch-dest"] === "empty") {
      return void response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in</p>");
    }
    const isVersioned = VERSIONED.has(path) && method === "GET";
    const sent = { ...headers };
    for (const name of ["host", ...(isVersioned ? REMOVED_HEADERS : [])]) delete sent[name];
    const outgoing = request(this.#target + url, { method, headers: sent }, (answer) => {
      if (isVersioned) return void this.#sendVersion(answer, response);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => incoming.socket.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  async #sendVersion(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const { "content-length": _length, etag: _etag, ...headers } = answer.headers;
    const body = await text(answer);
    const own = /(?:name="build" content|const BUILD)="([0-9a-f]+)"/.exec(body)?.[1];
    const build = this.build;
    response.writeHead(answer.statusCode ?? 502, headers);
    response.end(own && build ? body.replaceAll(own, build) : body);
  }
}
