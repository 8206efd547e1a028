import { TestEnvironment } from "jest-environment-jsdom";
import "#server/testing/exitAtOnce.ts";

/** What a browser has and jsdom lacks, and Node can lend. Not `MessageChannel`: Jest would never exit. */
const LENT = [
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
  // For the real server, which runs in process.
  "setImmediate",
  "clearImmediate",
  // Node's buffers are of these: the server in process tells them by `instanceof`.
  "Uint8Array",
  "ArrayBuffer",
] as const;

/** jsdom with Node's fetch family, so that the app runs in it as it does in a browser. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    for (const name of LENT) Object.assign(this.global, { [name]: globalThis[name] });
  }
}
