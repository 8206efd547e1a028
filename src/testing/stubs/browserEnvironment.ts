import { TestEnvironment } from "jest-environment-jsdom";
import { registerAccount } from "#server/testing/accounts.ts";
import "#server/testing/exitAtOnce.ts";
import { startServer } from "#server/testing/server.ts";

declare global {
  /** The server's functions for tests. Each worker loads them once, and not once for each test file. */
  var inProcessServer: {
    startServer: typeof startServer;
    registerAccount: typeof registerAccount;
  };
}

/** Globals of Node that jsdom lacks, except `MessageChannel`, with which Jest would never exit. */
const NODE_GLOBALS = [
  "fetch",
  "Request",
  "Response",
  "Headers",
  "ReadableStream",
  "TransformStream",
  "WritableStream",
  "TextEncoder",
  "TextDecoder",
  "structuredClone",
  "AbortController",
  "AbortSignal",
  // The server in process needs these two.
  "setImmediate",
  "clearImmediate",
  // The server in process checks Node's buffers with `instanceof`.
  "Uint8Array",
  "ArrayBuffer",
] as const;

/** jsdom with Node's fetch and streams, so that the app runs as in a browser. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { inProcessServer: { startServer, registerAccount } });
    for (const name of NODE_GLOBALS) Object.assign(this.global, { [name]: globalThis[name] });
  }
}
