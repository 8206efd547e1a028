/** Waits `ms` ± 50 %, at random, so that clients don't retry all at once. */
export function pauseAbout(ms: number, signal?: AbortSignal): Promise<void> {
  return pause(ms * (0.5 + Math.random()), signal);
}

/** Waits `ms`, or until the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    else signal?.addEventListener("abort", done);
  });
}
