/** One call on its way. */
export interface WatchedCall {
  /** Aborts when the caller takes the call back, or when it is given up. */
  signal: AbortSignal;
  /** The call has its answer, or never will. */
  end(): void;
}

/** The calls that are out, so that those which a broken connection swallowed can be given up. */
export interface CallWatch {
  /** @param onOverdue told when the answer is long in coming; the call itself goes on (§7) */
  begin(caller: AbortSignal, onOverdue: () => void): WatchedCall;
  /** Gives up the calls that began before `time` (of `performance.now()`) and are still out. */
  giveUpBefore(time: number): void;
}

/** @param overdue ms after which an answer is long in coming */
export function createCallWatch(overdue: number): CallWatch {
  const calls = new Map<AbortController, number>();
  return {
    begin(caller, onOverdue) {
      const controller = new AbortController();
      const takeBack = () => controller.abort(caller.reason);
      if (caller.aborted) takeBack();
      else caller.addEventListener("abort", takeBack);
      const timer = setTimeout(onOverdue, overdue);
      calls.set(controller, performance.now());
      return {
        signal: controller.signal,
        end() {
          clearTimeout(timer);
          caller.removeEventListener("abort", takeBack);
          calls.delete(controller);
        },
      };
    },
    giveUpBefore(time) {
      for (const [controller, began] of calls) if (began < time) controller.abort();
    },
  };
}
