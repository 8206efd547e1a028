import path from "node:path";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { compileWorker, integrityOf } from "./ServiceWorker.ts";

const SOURCE = path.resolve(import.meta.dirname, "../../src/serviceWorker/serviceWorker.ts");
const FILES = ["/assets/app.js", "/icon.svg"];
const ORIGIN = "https://tasks.example.com";

type Listener = (event: object) => void;

/** The worker in a context of its own, with a cache and a network that count. */
function startWorker(base: string, respond: (url: string) => Response | null = () => null) {
  const listeners = new Map<string, Listener>();
  const kept = new Map<string, Response>();
  const routes: { condition: { urlPattern: string }; source: string }[] = [];
  const urlOf = (request: string | Request) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
  const contentOf = (url: string) => `<meta content="build-1"> ${url}`;
  // As a browser checks it.
  const fetchFrom = async (request: string | Request, { integrity }: RequestInit = {}) => {
    const url = urlOf(request);
    const response = respond(url) ?? new Response(contentOf(url));
    const content = Buffer.from(await response.clone().arrayBuffer());
    if (integrity && integrity !== integrityOf(content)) throw new TypeError("integrity");
    return response;
  };
  const cache = {
    put: async (request: string | Request, response: Response) =>
      void kept.set(urlOf(request), response),
  };
  const self = {
    location: new URL(`${ORIGIN}${base}/service-worker.js`),
    skipWaiting: async () => undefined,
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
  };
  const caches = {
    open: async () => cache,
    keys: async () => [],
    match: async (request: string | Request) => kept.get(urlOf(request))?.clone(),
  };
  const withHash = (file: string) => `${file} ${integrityOf(Buffer.from(contentOf(base + file)))}`;
  const code = `const BUILD="build-1",FILES=${JSON.stringify(FILES.map(withHash))};${compileWorker(SOURCE)}`;
  runInContext(
    code,
    createContext({
      self,
      caches,
      fetch: fetchFrom,
      URL,
      AbortController,
      setTimeout,
      clearTimeout,
    }),
  );

  /** Sends an event, and waits for all that the worker does. Returns its response, if it gives one. */
  async function send(type: string, event: object = {}): Promise<Response | undefined> {
    const work: unknown[] = [];
    let response: Promise<Response> | undefined;
    listeners.get(type)?.({
      ...event,
      waitUntil: (promise: unknown) => work.push(promise),
      respondWith: (promise: Promise<Response>) => {
        response = promise;
      },
      addRoutes: async (given: typeof routes) => void routes.push(...given),
    });
    await Promise.all(work);
    return await response;
  }
  const get = async (pathname: string, mode = "cors", method = "GET") =>
    await send("fetch", { request: { url: `${ORIGIN}${base}${pathname}`, method, mode } });
  return { kept, routes, send, get };
}

test("the service worker keeps no proxy's page in place of a file, and a visit afterwards keeps the files", async () => {
  let pages = 4;
  const respond = () => {
    pages -= 1;
    return pages >= 0 ? new Response("<title>Sign in</title>") : null;
  };
  const { kept, send } = startWorker("", respond);
  await expect(send("install")).rejects.toThrow("integrity");
  expect([...kept.keys()]).toEqual([]);
  await send("install");
  expect([...kept.keys()].toSorted()).toEqual([...FILES, "/"].toSorted());
});

const API_PATHS = ["/api/kanban/board", "/api/auth/me", "/api/tasks/7/comments?limit=5", "/api/"];

test.each(["", "/team"])("the service worker leaves the API alone (base path %j)", async (base) => {
  const { kept, routes, send, get } = startWorker(base);
  await send("install");
  const installed = [...FILES.map((file) => base + file), `${base}/`].toSorted();
  expect([...kept.keys()].toSorted()).toEqual(installed);
  for (const pathname of API_PATHS) {
    expect(await get(pathname)).toBeUndefined();
    expect(await get(pathname, "cors", "POST")).toBeUndefined();
  }
  // Whatever it answers, it keeps the files of the build and nothing else.
  expect(await (await get("/kanban", "navigate"))?.text()).toContain("/kanban");
  for (const pathname of [...FILES, "/assets/gone.js"]) expect(await get(pathname)).toBeDefined();
  expect(await get("/metrics")).toBeUndefined();
  expect([...kept.keys()].toSorted()).toEqual(installed);
  expect(routes).toContainEqual({
    condition: { urlPattern: `${base}/api/*`, requestMethod: "get" },
    source: "network",
  });
});
