/*
 * Ids of events: a server's name, and a number that grows with each event. With them a tab knows
 * whether it has missed any.
 */

interface Position {
  server: string;
  number: number;
}

function read(id: string): Position | null {
  const parts = /^(.+)-(\d{1,15})$/.exec(id);
  return parts ? { server: parts[1] ?? "", number: Number(parts[2]) } : null;
}

/** Whether events lie between what is known up to `own` and what is known up to `other`. */
export function isBehind(own: string | null, other: string): boolean {
  const [a, b] = [own === null ? null : read(own), read(other)];
  return !a || !b || a.server !== b.server || a.number < b.number;
}

/** The earlier of two ids; for ids of two servers "unknown", so that all is fetched again. */
export function earlier(one: string | null, other: string): string {
  const [a, b] = [one === null ? null : read(one), read(other)];
  if (one === null || !b) return other;
  if (!a) return one;
  if (a.server !== b.server) return "unknown";
  return a.number <= b.number ? one : other;
}
