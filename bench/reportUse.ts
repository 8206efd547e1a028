/** A figure that a measured server reports. */
export type ReportedFigure = keyof typeof FIGURES;

const FIGURES = {
  /** CPU time in µs. */
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** Resident memory in bytes. */
  memory: () => process.memoryUsage.rss(),
  /** JavaScript memory after garbage collection, in bytes. */
  memoryInUse() {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
};

/** Loaded into a measured server: responds to its parent's questions. */
process.on("message", (message) => {
  if (typeof message !== "string" || !Object.hasOwn(FIGURES, message)) return;
  process.send?.(FIGURES[message as ReportedFigure]());
});
// The channel must not keep the process alive.
process.channel?.unref();
// A measurement that fails leaves no server behind, whose port the next one needs.
process.on("disconnect", () => process.exit());
