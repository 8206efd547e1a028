/** The running calls. After an outage, those that the broken connection lost can be aborted. */
export interface CallWatch {
  /**
   * Starts to watch a call. Its `signal` aborts when the caller's signal does, or through
   * `abortStartedBefore`. `end` must be called when the call has settled.
   *
   * @param onOverdue called when the response takes long; the call goes on (§7)
   */
  begin(caller: AbortSignal, onOverdue: () => void): { signal: AbortSignal; end(): void };
  /** Aborts the running calls that started before `time` (of `performance.now()`). */
  abortStartedBefore(time: number): void;
}

/** @param overdueMs the time after which a call counts as overdue */
export function createCallWatch(overdueMs: number): CallWatch {
  const startTimes = new Map<AbortController, number>();
  return {
    begin(caller, onOverdue) {
      const controller = new AbortController();
      const timer = setTimeout(onOverdue, overdueMs);
      startTimes.set(controller, performance.now());
      return {
        signal: AbortSignal.any([caller, controller.signal]),
        end() {
          clearTimeout(timer);
          startTimes.delete(controller);
        },
      };
    },
    abortStartedBefore(time) {
      for (const [controller, startTime] of startTimes) if (startTime < time) controller.abort();
    },
  };
}
