import { Mutex } from "async-mutex";

/** Web Locks for tabs that are stores in one test: exclusive locks, by name. */
export function fakeLocks(): Pick<LockManager, "request"> {
  const mutexes = new Map<string, Mutex>();
  const request = async <T>(
    name: string,
    { ifAvailable }: LockOptions,
    task: (lock: Lock | null) => T,
  ): Promise<Awaited<T>> => {
    const mutex = mutexes.get(name) ?? new Mutex();
    mutexes.set(name, mutex);
    if (ifAvailable && mutex.isLocked()) return await task(null);
    return await mutex.runExclusive(async () => await task({ name, mode: "exclusive" }));
  };
  return { request: request as LockManager["request"] };
}
