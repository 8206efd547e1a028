import { setTimeout as pause } from "node:timers/promises";
import { workerData } from "node:worker_threads";

/**
 * A thread of its own that keeps asking who it is, as an open app does. What the attacking client
 * computes doesn't delay it. It writes its longest wait in ms and its failures to shared memory.
 */
export interface ProbeData {
  url: string;
  accessToken: string;
  /** The longest wait in ms, and the number of failed calls. */
  seen: Float64Array;
}

const { url, accessToken, seen } = workerData as ProbeData;

for (;;) {
  const askedAt = performance.now();
  const response = await fetch(`${url}/api/auth/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  }).catch(() => undefined);
  await response?.text().catch(() => undefined);
  seen[0] = Math.max(seen[0] ?? 0, performance.now() - askedAt);
  if (!response?.ok) seen[1] = (seen[1] ?? 0) + 1;
  await pause(10);
}
