import type { Deps } from "#server/deps.ts";

/**
 * A wall clock that continues when the computer's clock is set back. So the order of two of its times
 * is right within a process, while servers of one database still agree.
 */
export function createSteadyClock({
  now,
  elapsed = () => performance.now(),
}: Pick<Deps, "now" | "elapsed">): () => Date {
  let time = now().getTime();
  let readAt = elapsed();
  return () => {
    const at = elapsed();
    time = Math.max(now().getTime(), time + at - readAt);
    readAt = at;
    return new Date(time);
  };
}
