/** What a measured server can be asked. */
export type Question = keyof typeof ANSWERS;

const ANSWERS = {
  /** CPU time that it has taken, in µs. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** Memory that it holds, in bytes. */
  memory: () => process.memoryUsage.rss(),
  /** Memory that JavaScript uses once the garbage is gone, in bytes. */
  memoryInUse() {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
};

/** Loaded into a server that is measured: tells its parent what it uses. */
process.on("message", (message) => {
  if (typeof message !== "string" || !Object.hasOwn(ANSWERS, message)) return;
  process.send?.(ANSWERS[message as Question]());
});
// Being asked is no reason to stay.
process.channel?.unref();
