import { API_BASE, SAME_ORIGIN } from "#lib/env.ts";

/**
 * Whether the server is there: any answer counts but those of a proxy that has no server behind it,
 * also that of a server which doesn't know the call, and one that another origin keeps from us.
 *
 * @param patience ms to wait for the answer
 */
export async function probe(patience: number): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), patience);
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
