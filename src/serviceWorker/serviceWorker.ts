/*
 * Keeps the app's own files, so that the app opens without a connection. It never touches a call of
 * the API. Pages come from the server while it responds. Scripts and styles have a hash of their
 * content in their URL, so a page never runs with files of another build.
 *
 * scripts/webpack/ServiceWorker.ts compiles this file. It is a separate script without imports.
 */

/** The id of the build that contains this worker; the page has the same id. */
declare const BUILD: string;
/** The build's files: each path in the folder of this script, a space, and the content's hash. */
declare const FILES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The path of this Taskdeck without a trailing slash; another one may be on the same origin. */
const BASE = worker.location.pathname.replace(/\/[^/]*$/, "");
const HASHES = new Map(
  FILES.map((file) => {
    const [path, hash = ""] = file.split(" ");
    return [`${BASE}${path}`, hash] as const;
  }),
);
const CACHE_PREFIX = `taskdeck${BASE && `:${BASE}:`}-`;
const OWN_CACHE = CACHE_PREFIX + BUILD;
const PAGE = `${BASE}/`;
/** The time in ms that a slow server has to send a newer page before the cached one opens. */
const FRESH_TIMEOUT_MS = 600;
const CHECK_TIMEOUT_MS = 10_000;
/** Statuses that a proxy sends when it can't reach the server. */
const NO_SERVER = new Set([502, 503, 504]);

/**
 * Fetches a file of the build. Fails if it has another content: a proxy may send its own page. A page that
 * the browser keeps in the file's place is fetched again.
 */
async function fetchOwn(url: string, integrity: string): Promise<Response> {
  const options: RequestInit = { integrity, redirect: "error" };
  const response = await fetch(url, options).catch(
    async () => await fetch(url, { ...options, cache: "reload" }),
  );
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/** Caches all files of the build. Fails if the server has another build; the next visit retries. */
async function install(): Promise<void> {
  const fetching = [...HASHES].map(
    async ([url, hash]) => [url, await fetchOwn(url, hash)] as const,
  );
  const fetched = await Promise.all(fetching);
  // The page with its headers: its nonce counts only with the policy that came with it.
  const page = await fetch(PAGE, { cache: "no-store" });
  const html = await page.clone().text();
  if (!page.ok || page.redirected || !html.includes(`content="${BUILD}"`)) {
    throw new Error("The server has another build");
  }
  // A build that can't be installed leaves no cache.
  const cache = await caches.open(OWN_CACHE);
  for (const [url, response] of fetched) await cache.put(url, response);
  await cache.put(PAGE, page);
  await worker.skipWaiting();
}

/** Deletes old builds, except the last one: pages of it may still be open. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== OWN_CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  // The own copies are verified, and an older worker's may be a proxy's page.
  const last = await Promise.all(others.slice(-1).map((name) => caches.open(name)));
  for (const cache of last) for (const url of HASHES.keys()) await cache.delete(url);
}

/** Fetches with a timeout, because a silent server must not hold connections. */
async function fetchWithin(ms: number, request: RequestInfo, options: RequestInit = {}) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await fetch(request, { ...options, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The server's page, or the cached one if the server doesn't send it in time. */
async function openPage(request: Request): Promise<Response> {
  const kept = await caches.match(PAGE, { cacheName: OWN_CACHE });
  if (!kept) return await fetch(request);
  const response = await fetchWithin(FRESH_TIMEOUT_MS, request).catch(() => null);
  return response && !NO_SERVER.has(response.status) ? response : kept;
}

/** A file with a hash of its content in its URL. */
async function openFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request));
}

/** A file whose content may change under its URL: icons and the manifest. */
async function openChanging(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  const response = await fetchWithin(FRESH_TIMEOUT_MS, request).catch(() => null);
  return response?.ok ? response : (kept ?? (await fetch(request)));
}

/**
 * Unregisters this worker and deletes its caches if the server no longer has the worker's script,
 * because another version runs there.
 */
async function leaveIfRemoved(): Promise<void> {
  const options = { method: "HEAD", cache: "no-store" } as const;
  const response = await fetchWithin(CHECK_TIMEOUT_MS, worker.location.pathname, options);
  const isScript = response.headers.get("content-type")?.includes("javascript") ?? false;
  const isRemoved = response.ok ? !isScript : [404, 410].includes(response.status);
  if (!isRemoved) return;
  await worker.registration.unregister();
  const names = await caches.keys();
  const own = names.filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(own.map((name) => caches.delete(name)));
}

/** A browser with static routing reads the cache, or calls the API, without running this worker. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(
    routes: { condition: { urlPattern: string; requestMethod: string }; source: string }[],
  ): Promise<void>;
}

worker.addEventListener("install", (event: InstallEvent) => {
  event.waitUntil(install());
  const routes = [
    { condition: { urlPattern: `${BASE}/assets/*`, requestMethod: "get" }, source: "cache" },
    { condition: { urlPattern: `${BASE}/api/*`, requestMethod: "get" }, source: "network" },
  ];
  if (event.addRoutes) event.waitUntil(event.addRoutes(routes));
});
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (pathname.startsWith(`${BASE}/api/`)) return;
  if (request.mode === "navigate") {
    event.respondWith(openPage(request));
    event.waitUntil(leaveIfRemoved().catch(() => undefined));
  } else if (pathname.startsWith(`${BASE}/assets/`)) event.respondWith(openFile(request));
  else if (HASHES.has(pathname)) event.respondWith(openChanging(request));
});
