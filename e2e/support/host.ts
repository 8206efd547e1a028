import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { RunServer } from "./server.ts";

/** Starts a server with `env`, or ends it. */
export interface HostRequest {
  id: number;
  env?: Record<string, string>;
}

/** A server's output, or the result of its start or end. */
export type HostResponse = { id: number } & (
  | { text: string }
  | { url: string }
  | { failure: string }
);

/** The pending start or end of a server, and its output so far. */
interface Server {
  log: string;
  settle: PromiseWithResolvers<string>;
}

/**
 * A process that runs the servers of many tests, one after the other. A process per test would cost
 * more than half a second of CPU time.
 */
export class ServerHost {
  readonly #child: ChildProcess;
  readonly #servers = new Map<number, Server>();

  constructor() {
    // The server must not run with Playwright's loader.
    const env = { ...process.env, NODE_OPTIONS: "" };
    const script = path.join(import.meta.dirname, "hostProcess.ts");
    this.#child = fork(script, { execArgv: [], env });
    this.#child.on("message", (message: HostResponse) => this.#hear(message));
    this.#child.on("exit", () => {
      const failure = new Error("The process of the servers has ended");
      for (const { settle } of this.#servers.values()) settle.reject(failure);
    });
  }

  readonly run: RunServer = async (env) => {
    const id = this.#servers.size;
    const server: Server = { log: "", settle: Promise.withResolvers() };
    this.#servers.set(id, server);
    const ask = async (message: HostRequest): Promise<string> => {
      server.settle = Promise.withResolvers();
      this.#child.send(message);
      return await server.settle.promise;
    };
    const url = await ask({ id, env });
    return { url, log: () => server.log, end: async () => void (await ask({ id })) };
  };

  /** Ends the process, and all servers in it. */
  async close(): Promise<void> {
    const exit = once(this.#child, "exit");
    this.#child.disconnect();
    await exit;
  }

  #hear(message: HostResponse): void {
    const server = this.#servers.get(message.id);
    if (!server) return;
    if ("text" in message) server.log += message.text;
    else if ("url" in message) server.settle.resolve(message.url);
    else server.settle.reject(new Error(message.failure));
  }
}
