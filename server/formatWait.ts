/** Formats a wait for a message: "a second", "42 seconds", "29 minutes". */
export function formatWait(seconds: number): string {
  if (seconds <= 1) return "a second";
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
