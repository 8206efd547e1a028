/** Loaded into a server that is measured: tells its parent how much CPU time it has taken, in µs. */
process.on("message", (message) => {
  if (message !== "cpu") return;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
// Being asked is no reason to stay.
process.channel?.unref();
