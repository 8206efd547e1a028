import { EVENT_ID_HEADER } from "#contract/events.ts";
import { IDEMPOTENCY_HEADER } from "#contract/idempotency.ts";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { API_BASE } from "#lib/env.ts";
import type { TestAccount } from "#server/testing/accounts.ts";
import type { TestServer, TestServerOptions } from "#server/testing/server.ts";
import { injectRequest, untilAborted } from "./injectRequest.ts";

/** A call by method and path as in §7 of the specification: `PATCH /api/kanban/{id}/status`. */
export type CallName = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

/** The result of a call in place of the server's response. */
export type Fault =
  /** A text is a proxy's page. */
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** There is no network; the server never gets the call. */
  | "unreachable"
  /** The server handles the call, and its response is lost. */
  | "lost"
  /** The server handles the call, and its response is truncated. */
  | "cut";

interface Rule {
  matches: RegExp;
  times: number;
  handle: (send: () => Promise<Response>, request: Request) => Promise<Response>;
}

/** Holds the responses of a call until they are released. */
interface HeldResponses {
  /** Settles when the first call has arrived. */
  arrived: Promise<void>;
  release(): void;
}

/** A call that reached the network. `token` is its bearer token. */
interface SeenCall {
  name: string;
  body: unknown;
  headers: Headers;
  token: string | null;
}

/** The real server behind this test's `fetch`. */
export interface Backend extends TestServer {
  calls: SeenCall[];
  /**
   * `up`: calls arrive. `down`: they fail at once. `silent`: they never get a response, as on a dead
   * connection.
   */
  network: "up" | "down" | "silent";
  /** Whether the server has only the calls of §7, and knows no versions, events and keys. */
  isPlain: boolean;
  /** The calls of one name so far. */
  callsOf(call: CallName): SeenCall[];
  /** The next `times` calls fail with `fault`. */
  fail(call: CallName, fault: Fault, times?: number): void;
  /** The next `times` calls get this body instead of the server's. */
  answer(call: CallName, body: unknown, times?: number): void;
  /** The next `times` calls reach the server at once, but their responses wait for `release`. */
  delay(call: CallName, times?: number): HeldResponses;
  /** Adds an account as a registration does, without its request. */
  register(account?: Partial<TestAccount>): Promise<SessionResponse>;
  /** Stores a session in this browser, as after a sign-in. */
  remember(session: Pick<SessionResponse, "user" | "refreshToken">): void;
  /** Makes all access tokens expire. */
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

/** A response whose body ends in an error, as when the connection breaks. */
function truncated(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError("network error")),
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

async function respondWith(fault: Fault, reach: () => Promise<Response>): Promise<Response> {
  if (fault === "lost" || fault === "cut") await reach();
  if (fault === "cut") return truncated();
  if (typeof fault === "string") throw new TypeError("Failed to fetch");
  if (typeof fault.body === "string") {
    const headers = { "content-type": "text/html", ...fault.headers };
    return new Response(fault.body, { status: fault.status, headers });
  }
  return json(fault.status, fault.body, fault.headers);
}

/** The calls beyond §7 that send and read changes of tasks. */
const BEYOND = /^PATCH \/api\/tasks\/|^GET \/api\/kanban\/changes/;

/** What a server of the contract alone would respond. */
async function answerPlainly(
  name: string,
  { headers }: Request,
  inject: () => Promise<Response>,
): Promise<Response> {
  if (BEYOND.test(name)) return json(404, { error: "Not found" });
  headers.delete(IDEMPOTENCY_HEADER);
  const response = await inject();
  for (const extension of ["etag", EVENT_ID_HEADER]) response.headers.delete(extension);
  return response;
}

/** Starts the real server on a database in memory, and routes the global `fetch` to it. */
export async function startBackend(options: TestServerOptions = {}): Promise<Backend> {
  const config = { accessTokenTtl: 900, ...options.config };
  const server = await inProcessServer.startServer({ time: new Date(), ...options, config });
  const calls: SeenCall[] = [];
  let rules: Rule[] = [];
  const realFetch = globalThis.fetch;

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
    const isFile = request.headers.get("content-type")?.endsWith("octet-stream");
    const body: unknown = payload && !isFile ? JSON.parse(payload) : undefined;
    calls.push({ name, body, headers: request.headers, token });
    const inject = () => injectRequest(server.app, request, pathname + search, payload);
    const reach = backend.isPlain ? () => answerPlainly(name, request, inject) : inject;
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
    isPlain: false,
    callsOf: (call) => calls.filter(({ name }) => pattern(call).test(name)),
    fail: (call, fault, times = 1) => add(call, times, (reach) => respondWith(fault, reach)),
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
    register: ({ email = "ada.lovelace@example.com", password = PASSWORD, role = "member" } = {}) =>
      inProcessServer.registerAccount(server, { email, password, role }),
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
