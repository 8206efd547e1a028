import type { AuditDetails } from "#contract/shapes/audit.ts";
import type { FieldChange, HistoryEntry } from "#contract/shapes/taskHistory.ts";
import { setOf } from "#contract/taskFields.ts";
import type { HistoryKind } from "#contract/taskHistory.ts";
import { KIND_OF_ENTRY } from "#server/changes/kinds.ts";
import type { ChangeRow } from "#server/db/schema/changes.ts";

/** Within this time, a user's successive changes of a task's fields are shown as one entry. */
const BURST_MS = 5 * 60 * 1000;

/** The kinds of changes that are entries of a task's history. */
export const HISTORY_CHANGE_KINDS = Object.values(KIND_OF_ENTRY);
const ENTRY_OF_KIND = Object.fromEntries(
  Object.entries(KIND_OF_ENTRY).map(([entry, kind]) => [kind, entry]),
) as Readonly<Record<string, HistoryKind>>;

/** The columns that {@link readChange} needs. */
export const READ_COLUMNS = [
  "changes.number",
  "changes.id",
  "changes.subject_id",
  "changes.at",
  "changes.actor_id",
  "changes.actor_name",
  "changes.kind",
  "changes.fields",
  "changes.details",
] as const;

/** One recorded change of a task as an entry, or several that are joined. */
interface RecordedChange extends HistoryEntry {
  number: number;
  /** The number of the earliest of them. */
  oldest: number;
  taskId: string;
}

/** A row of the record as an entry. */
export const readChange = (
  row: Pick<
    ChangeRow,
    | "number"
    | "id"
    | "subject_id"
    | "at"
    | "actor_id"
    | "actor_name"
    | "kind"
    | "fields"
    | "details"
  >,
): RecordedChange => ({
  number: row.number,
  oldest: row.number,
  taskId: row.subject_id,
  id: row.id,
  at: row.at,
  actor: { id: row.actor_id, name: row.actor_name },
  kind: ENTRY_OF_KIND[row.kind] ?? "changed",
  changes: JSON.parse(row.fields) as FieldChange[],
  ...fileIn(row),
});

/** The name of the file that a change is about. */
function fileIn({ kind, details }: Pick<ChangeRow, "kind" | "details">): { file?: string } {
  if (!kind.startsWith("file.")) return {};
  const { file } = JSON.parse(details) as AuditDetails;
  return file ? { file: file.name } : {};
}

/** Descriptions are not joined, because each change has only the lines that differ. */
const isJoinable = ({ kind, changes }: HistoryEntry) =>
  kind === "changed" && changes.every(({ field }) => field !== "description");

const isBurst = (earlier: HistoryEntry, later: HistoryEntry) =>
  isJoinable(earlier) &&
  isJoinable(later) &&
  earlier.actor.id === later.actor.id &&
  Date.parse(later.at) - Date.parse(earlier.at) < BURST_MS;

/** Joins two successive changes. A field that is back at its original value is left out. */
function joined(first: readonly FieldChange[], second: readonly FieldChange[]): FieldChange[] {
  const fields = new Map(first.map((change) => [change.field, change]));
  for (const change of second) {
    const { field, added = [], removed = [] } = change;
    const earlier = fields.get(field);
    if (!earlier) {
      fields.set(field, change);
      continue;
    }
    const { from, added: gained = [], removed: lost = [] } = earlier;
    const isKept = (names: readonly string[]) => (name: string) => !names.includes(name);
    fields.set(field, {
      field,
      from,
      to: change.to,
      ...(change.added && {
        added: setOf([...gained.filter(isKept(removed)), ...added.filter(isKept(lost))]),
        removed: setOf([...lost.filter(isKept(added)), ...removed.filter(isKept(gained))]),
      }),
    });
  }
  return [...fields.values()].filter(({ from, to }) => from !== to);
}

/** An entry, and the earliest of the changes that it joins. */
interface Burst {
  entry: RecordedChange;
  earliest: RecordedChange;
}

/**
 * The entries of changes, both with the newest one first. A burst of one user's changes of a task is one
 * entry, with the time and number of the newest change, and the id of the earliest one.
 */
export function entriesOf(changes: readonly RecordedChange[]): RecordedChange[] {
  const bursts: Burst[] = [];
  const lastOfTask = new Map<string, Burst>();
  for (const change of changes) {
    const last = lastOfTask.get(change.taskId);
    if (last && isBurst(change, last.earliest)) {
      const { id, oldest, changes: earlier } = change;
      last.entry = { ...last.entry, id, oldest, changes: joined(earlier, last.entry.changes) };
      last.earliest = change;
    } else {
      const burst = { entry: change, earliest: change };
      bursts.push(burst);
      lastOfTask.set(change.taskId, burst);
    }
  }
  const entries = bursts.map(({ entry }) => entry);
  // A burst that has changed nothing in the end is left out.
  return entries.filter(({ kind, changes: fields }) => kind !== "changed" || fields.length > 0);
}
