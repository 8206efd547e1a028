/**
 * Fetches the file again that could not be loaded or run, which webpack's errors name. A cache may hold
 * a page that a proxy sent in its place.
 */
export async function replaceFile(failure: unknown): Promise<void> {
  const url = (failure as { request?: string }).request;
  if (!url) return;
  // Without HTTPS there are no caches but the browser's own.
  for (const name of (await self.caches?.keys()) ?? []) {
    await (await caches.open(name)).delete(url);
  }
  await fetch(url, { cache: "reload" });
}
