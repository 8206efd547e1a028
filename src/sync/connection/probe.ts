import { API_BASE, SAME_ORIGIN } from "#lib/env.ts";

/**
 * Whether the server can be reached. Any response counts, even a 404 or one that CORS hides. A 5xx
 * doesn't count, because a proxy sends it when its server is down.
 */
export async function probe(timeoutMs: number): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const { type, status } = await fetch(`${API_BASE}/healthz`, {
      cache: "no-store",
      credentials: "omit",
      mode: SAME_ORIGIN ? "same-origin" : "no-cors",
      signal: controller.signal,
    });
    return type === "opaque" || status < 500;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
