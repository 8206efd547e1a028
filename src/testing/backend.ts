import { text } from "node:stream/consumers";
import type { LightMyRequestResponse } from "fastify";
import type { SessionResponse } from "#contract/session.ts";
import type { Role } from "#contract/user.ts";
import { API_BASE } from "#lib/env.ts";
import { startServer, type TestServer, type TestServerOptions } from "#server/testing/server.ts";

/** A call by method and path, as the specification's §7 lists it: `PATCH /api/kanban/{id}/status`. */
export type CallName = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

/** What a call is answered with: a status and a JSON body, or something that goes wrong. */
export type Fault =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** The network is gone; the server never sees the call. */
  | "unreachable"
  /** The server acts, and its answer is lost. */
  | "lost"
  /** The server acts, and the connection ends in the middle of its answer. */
  | "cut";

interface Rule {
  matches: RegExp;
  times: number;
  handle: (send: () => Promise<Response>, request: Request) => Promise<Response>;
}

/** Holds a call's answers back until it is released. */
export interface Held {
  /** Settles when the first call has arrived. */
  arrived: Promise<void>;
  release(): void;
}

/** One call that arrived, in order. `token` is its bearer token. */
export interface SeenCall {
  name: string;
  body: unknown;
  headers: Headers;
  token: string | null;
}

/** The real server behind this test's `fetch`. */
export interface Backend extends TestServer {
  calls: SeenCall[];
  /**
   * What becomes of all calls: they arrive; they fail at once, as without a network; or they vanish,
   * as in a connection of which the other end is gone. Those stay without an answer.
   */
  network: "up" | "down" | "silent";
  /** The calls of one name that arrived so far. */
  callsOf(call: CallName): SeenCall[];
  /** The next `times` calls fail so. */
  fail(call: CallName, fault: Fault, times?: number): void;
  /** The next `times` calls are answered with this body instead of the server's. */
  answer(call: CallName, body: unknown, times?: number): void;
  /** Calls reach the server at once, and their answers wait until released. */
  delay(call: CallName, times?: number): Held;
  /** Makes an account by the API, signed in nowhere but in the answer. */
  register(account?: { email?: string; password?: string; role?: Role }): Promise<SessionResponse>;
  /** Puts a session into this browser's storage, as after a sign-in. */
  remember(session: Pick<SessionResponse, "user" | "refreshToken">): void;
  /** Access tokens handed out so far are out of date from now on. */
  expireAccessTokens(): void;
}

export const PASSWORD = "correct horse battery";

function pattern(call: CallName): RegExp {
  const [method, path = ""] = call.split(" ");
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/?]+");
  return new RegExp(`^${method} ${escaped}$`);
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
  });

const NO_BODY = new Set([101, 204, 205, 304]);

/** An answer whose body ends in an error, as `fetch` has it when the connection is gone. */
function cutOff(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("network error")),
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

/** A body that goes on for as long as the server and the reader want it to. */
function following(
  { raw, stream }: LightMyRequestResponse,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const leave = () => {
        raw.res.destroy();
        controller.error(signal.reason);
      };
      signal.addEventListener("abort", leave);
      const source = stream();
      source.on("data", (chunk: Buffer) => controller.enqueue(new Uint8Array(chunk)));
      source.on("end", () => {
        signal.removeEventListener("abort", leave);
        controller.close();
      });
      // The reader has left.
      source.on("error", () => undefined);
    },
    cancel: () => void raw.res.destroy(),
  });
}

/** Starts the real server on a database in memory, and routes the global `fetch` to it. */
export async function startBackend(options: TestServerOptions = {}): Promise<Backend> {
  const config = { accessTokenTtl: 900, ...options.config };
  const server = await startServer({ time: new Date(), ...options, config });
  const calls: SeenCall[] = [];
  let rules: Rule[] = [];
  const realFetch = globalThis.fetch;

  async function send(request: Request, url: string, payload: string): Promise<Response> {
    const response = await server.app.inject({
      method: request.method as "GET",
      url,
      headers: Object.fromEntries(request.headers.entries()),
      payloadAsStream: true,
      ...(payload && { payload }),
    });
    const { headers: sent, statusCode: status } = response;
    const headers = new Headers();
    for (const [name, value] of Object.entries(sent)) headers.set(name, String(value));
    if (sent["content-type"] === "text/event-stream") {
      return new Response(following(response, request.signal), { status, headers });
    }
    const body = await text(response.stream());
    return new Response(NO_BODY.has(status) ? null : body, { status, headers });
  }

  function untilAborted<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason as Error);
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort);
      answer.then(resolve, reject);
    });
  }

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (backend.network === "down") throw new TypeError("Failed to fetch");
    if (backend.network === "silent") {
      return await untilAborted(request.signal, new Promise<never>(() => undefined));
    }
    const { pathname, search } = new URL(request.url, API_BASE);
    const payload = await request.text();
    const name = `${request.method} ${pathname}`;
    const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? null;
    const body: unknown = payload ? JSON.parse(payload) : undefined;
    calls.push({ name, body, headers: request.headers, token });
    const reach = () => send(request, pathname + search, payload);
    const rule = rules.find(({ matches, times }) => times > 0 && matches.test(name));
    if (rule) rule.times -= 1;
    return await untilAborted(request.signal, rule ? rule.handle(reach, request) : reach());
  };

  const add = (call: CallName, times: number, handle: Rule["handle"]) => {
    rules = [{ matches: pattern(call), times, handle }, ...rules];
  };

  const backend: Backend = {
    ...server,
    calls,
    network: "up",
    callsOf: (call) => calls.filter(({ name }) => pattern(call).test(name)),
    fail: (call, fault, times = 1) =>
      add(call, times, async (reach) => {
        if (fault === "lost" || fault === "cut") await reach();
        if (fault === "cut") return cutOff();
        if (typeof fault === "string") throw new TypeError("Failed to fetch");
        return json(fault.status, fault.body, fault.headers);
      }),
    answer: (call, body, times = Infinity) => add(call, times, async () => json(200, body)),
    delay: (call, times = Infinity) => {
      const gate = Promise.withResolvers<void>();
      const arrival = Promise.withResolvers<void>();
      add(call, times, async (reach) => {
        const response = await reach();
        arrival.resolve();
        await gate.promise;
        return response;
      });
      return { arrived: arrival.promise, release: () => gate.resolve() };
    },
    async register({
      email = "ada.lovelace@example.com",
      password = PASSWORD,
      role = "member",
    } = {}) {
      const { status, body } = await server.call("POST", "/api/auth/register", {
        email,
        password,
        role,
      });
      if (status !== 201) throw new Error(`Registration answered ${status}`);
      return body as SessionResponse;
    },
    remember({ user, refreshToken }) {
      localStorage.setItem("refreshToken", refreshToken);
      localStorage.setItem("user", JSON.stringify(user));
    },
    expireAccessTokens() {
      server.clock.advance((server.deps.config.accessTokenTtl + 1) * 1000);
    },
    async close() {
      globalThis.fetch = realFetch;
      await server.close();
    },
  };
  return backend;
}
