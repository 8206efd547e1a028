import { BASE_PATH } from "#lib/address/basePath.ts";
import { SAME_ORIGIN } from "#lib/env.ts";
import { whenIdle } from "#lib/whenIdle.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };
/** webpack's runtime, which holds the page's one Trusted Types policy. */
declare const __webpack_require__: { tu: (url: string) => string };

/** Has the browser keep the app's files for starts without a connection. */
export async function registerServiceWorker(): Promise<void> {
  if (process.env.NODE_ENV !== "production" || !SAME_ORIGIN) return;
  // Only pages from HTTPS or this computer have service workers.
  if (!("serviceWorker" in navigator)) return;
  await whenIdle();
  const url = __webpack_require__.tu(`${BASE_PATH}service-worker.js`);
  await navigator.serviceWorker.register(url, { updateViaCache: "none" }).catch(() => undefined);
}
