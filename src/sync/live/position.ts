/*
 * The id of an event holds a name, which servers of one database share, and a number that grows with each
 * event. A tab compares ids to find out whether it has missed events.
 */

interface Position {
  server: string;
  number: number;
}

function read(id: string): Position | null {
  const parts = /^(.+)-(\d{1,15})$/.exec(id);
  return parts ? { server: parts[1] ?? "", number: Number(parts[2]) } : null;
}

/** Whether a tab whose last event is `own` has missed events up to `other`. */
export function isBehind(own: string | null, other: string): boolean {
  const [a, b] = [own === null ? null : read(own), read(other)];
  return !a || !b || a.server !== b.server || a.number < b.number;
}

/** The earlier of two ids. For ids of two servers it is "unknown", so that everything is refetched. */
export function earlier(one: string | null, other: string): string {
  const [a, b] = [one === null ? null : read(one), read(other)];
  if (one === null || !b) return other;
  if (!a) return one;
  if (a.server !== b.server) return "unknown";
  return a.number <= b.number ? one : other;
}
