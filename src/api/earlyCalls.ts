import { API_BASE } from "#lib/env.ts";
import { setOwnHeaders } from "./ownHeaders.ts";
import type { ReadCall } from "./readCalls.ts";

/** The lifetime of a response in ms. The data of an older one may be out of date. */
const UNCLAIMED_LIFETIME_MS = 10_000;

interface SentCall {
  authorization: string;
  response: Promise<Response>;
  controller: AbortController;
}

/** The URL that the base query's `Request` has for the same call. */
function addressOf({ url, params = {} }: ReadCall): string {
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(texts).toString();
  return new URL(API_BASE + url + (query && `?${query}`)).href;
}

function startCall(address: string, authorization: string, clientId: string): SentCall {
  const controller = new AbortController();
  const headers = new Headers({ accept: "application/json", authorization });
  setOwnHeaders(headers, clientId);
  const response = fetch(address, {
    headers,
    credentials: "include",
    signal: controller.signal,
  });
  // The code that claims the call reports a failure. An unclaimed call's failure is irrelevant.
  response.catch(() => undefined);
  return { authorization, response, controller };
}

/**
 * GET requests that the first script sends before the app's code has arrived. The base query claims
 * each at most once, in place of a request of its own.
 */
export class EarlyCalls {
  readonly #clientId: string;
  /** The calls by URL; null until they are sent. */
  readonly #calls = new Map<string, SentCall | null>();
  /** Whether the app has sent a request. */
  #isTakenOver = false;

  constructor(clientId: string) {
    this.#clientId = clientId;
  }

  /**
   * Plans calls for `start`. Does nothing once the app sends its own calls, which may be the same.
   */
  plan(calls: readonly ReadCall[]): void {
    if (this.#isTakenOver) return;
    for (const call of calls) this.#calls.set(addressOf(call), null);
  }

  /** Sends the planned calls, except those that the app has already requested. */
  start(accessToken: string): void {
    for (const address of this.#calls.keys()) {
      this.#calls.set(address, startCall(address, `Bearer ${accessToken}`, this.#clientId));
    }
    setTimeout(() => this.drop(), UNCLAIMED_LIFETIME_MS);
  }

  /**
   * Returns the response to `request` if the same session has sent the same call early. From then on
   * the early call aborts with the request's signal.
   */
  claim(request: Request): Promise<Response> | undefined {
    this.#isTakenOver = true;
    // A response from before a mutation must not be used after it.
    if (request.method !== "GET") this.drop();
    const call = this.#calls.get(request.url);
    this.#calls.delete(request.url);
    if (!call) return undefined;
    const { controller, response } = call;
    // Another token may belong to another user.
    if (call.authorization !== request.headers.get("authorization")) {
      controller.abort();
      return undefined;
    }
    const abort = () => controller.abort(request.signal.reason);
    if (request.signal.aborted) abort();
    request.signal.addEventListener("abort", abort, { once: true });
    return response;
  }

  /** Aborts and removes the unclaimed calls. */
  drop(): void {
    for (const call of this.#calls.values()) call?.controller.abort();
    this.#calls.clear();
  }
}
