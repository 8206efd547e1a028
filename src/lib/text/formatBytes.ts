const KIB = 1024;
const MIB = 1024 * KIB;

/** Formats a size: "1 KiB", "239 KiB", "20.5 MiB". */
export const formatBytes = (bytes: number): string =>
  bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${Math.round((bytes / MIB) * 10) / 10} MiB`;
