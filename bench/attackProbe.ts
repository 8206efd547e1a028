import { setTimeout as pause } from "node:timers/promises";
import { workerData } from "node:worker_threads";

/**
 * A thread that requests the current user again and again. It is separate from the attacking client,
 * so that the client's work doesn't delay it.
 */
export interface ProbeData {
  url: string;
  accessToken: string;
  /** The longest wait in ms, and the number of failed calls. */
  seen: Float64Array;
}

const { url, accessToken, seen } = workerData as ProbeData;

for (;;) {
  const start = performance.now();
  const response = await fetch(`${url}/api/auth/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  }).catch(() => undefined);
  await response?.text().catch(() => undefined);
  seen[0] = Math.max(seen[0] ?? 0, performance.now() - start);
  if (!response?.ok) seen[1] = (seen[1] ?? 0) + 1;
  await pause(10);
}
