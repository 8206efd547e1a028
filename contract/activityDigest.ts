import { HOUR_MS } from "./time.ts";

/** What the digest reads of an entry of the history. */
interface DigestedEntry {
  actor: { id: string };
  kind: string;
  changes: readonly { field: string; to?: unknown }[];
}

/** Fields of which a line names the new value. Those of texts and days are one line whatever they say. */
const NAMED = new Set(["status", "assignee", "priority", "team"]);

/** What a line of the digest is about: one user, one kind of change, and with one field what it became. */
export function digestKey({ actor, kind, changes }: DigestedEntry): string {
  const [only, second] = changes;
  const field = second ? "several" : only?.field;
  const to = only && !second && NAMED.has(only.field) ? only.to : null;
  return JSON.stringify([actor.id, kind, field, to]);
}

/** Whether an entry belongs to a line of the digest, whose newest entry is later: within an hour. */
export const isWithinHour = (line: { at: string }, { at }: { at: string }): boolean =>
  Date.parse(line.at) - Date.parse(at) <= HOUR_MS;
