import { TestEnvironment } from "jest-environment-jsdom";

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

// Jest gives a worker half a second to end. On a busy machine, freeing the heap of many tests takes
// longer, though nothing is left to do. A worker with open handles doesn't get here, and is reported.
const exitAtOnce = (): never => process.exit();
if (!process.listeners("beforeExit").some(({ name }) => name === exitAtOnce.name)) {
  process.once("beforeExit", exitAtOnce);
}

/** jsdom with Node's fetch family, so that the app runs in it as it does in a browser. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    for (const name of LENT) Object.assign(this.global, { [name]: globalThis[name] });
  }
}
