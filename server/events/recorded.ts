import type { Kysely } from "kysely";
import type { Change } from "#contract/events.ts";
import type { FieldChange } from "#contract/shapes/taskHistory.ts";
import { type ReportSkipped, readOrSkip } from "#server/changes/skipped.ts";
import { type Param, prepared } from "#server/db/postgres/prepared.ts";
import type { ChangeKind, ChangeRow } from "#server/db/schema/changes.ts";
import type { Database } from "#server/db/schema.ts";
import type { ChangeEvent, Origin } from "#server/eventBus.ts";

/** A recorded change with its number, and what screens must know of it. */
export interface Recorded {
  number: number;
  events: readonly ChangeEvent[];
}

/** A union without the tab. */
type WithoutTab<C> = C extends Change ? Omit<C, "by"> : never;
type Event = WithoutTab<Change>;
type LiveRow = Pick<
  ChangeRow,
  | "kind"
  | "actor_id"
  | "subject_id"
  | "team_id"
  | "fields"
  | "audited"
  | "part_of"
  | "inboxes"
  | "tab"
>;

const USER_EVENTS: Readonly<Partial<Record<ChangeKind, "created" | "updated" | "deleted">>> = {
  "user.registered": "created",
  "user.role_changed": "updated",
  "user.activated": "updated",
  "user.deactivated": "updated",
  "user.renamed": "updated",
  "user.email_changed": "updated",
  "user.deleted": "deleted",
};

const TASK_EVENTS: Readonly<
  Partial<Record<ChangeKind, Extract<Event, { type: "task" }>["change"]>>
> = {
  "task.created": "created",
  "task.changed": "updated",
  "task.deleted": "deleted",
  "task.restored": "restored",
  "comment.created": "commented",
  "comment.changed": "commented",
  "comment.deleted": "commented",
  "file.added": "attached",
  "file.changed": "attached",
  "file.deleted": "attached",
  "file.restored": "attached",
};

const LABEL_EVENTS: Readonly<
  Partial<Record<ChangeKind, Extract<Event, { type: "label" }>["change"]>>
> = {
  "label.created": "created",
  "label.changed": "updated",
  "label.merged": "removed",
  "label.deleted": "removed",
  "label.restored": "restored",
};

function isMove(fields: string): boolean {
  const changed = JSON.parse(fields) as FieldChange[];
  return changed.length === 1 && changed[0]?.field === "status";
}

/**
 * The event of a change that is part of long work. Its end has an event for all of it, except that
 * screens with the tasks of a user follow a hand-over, and those of a team its members.
 */
function eventOfPart({ kind, team_id }: LiveRow, partOf: string): Event | null {
  const [work, id = ""] = partOf.split(" ");
  if (kind === "tasks.imported") return { type: "import", id, change: "imported" };
  if (kind === "tasks.import_undone") return { type: "import", id, change: "undone" };
  if (kind === "tasks.run_ended") return { type: "taskRun", id, change: "finished" };
  if (kind === "tasks.run_undone") return { type: "taskRun", id, change: "undone" };
  if (work === "user") return { type: "user", id, change: "reassigned" };
  return team_id === null ? null : { type: "team", id: team_id, change: "updated" };
}

/** What other screens must know of a change. */
function eventOf(row: LiveRow): Event | null {
  const { kind, subject_id: id, team_id: teamId, fields, part_of: partOf } = row;
  const ofLabel = LABEL_EVENTS[kind];
  if (ofLabel) return { type: "label", id, change: ofLabel };
  if (kind.startsWith("view.")) {
    // Only its owner changes a view that isn't shared.
    if (row.audited === 0) return { type: "view", id: row.actor_id, change: "own" };
    return { type: "view", id, change: "updated" };
  }
  if (partOf !== null) return eventOfPart(row, partOf);
  if (kind === "team.created") return { type: "team", id, change: "created" };
  if (kind === "team.member_added" || kind === "team.member_removed") {
    return teamId === null ? null : { type: "team", id: teamId, change: "updated" };
  }
  if (kind === "users.run_ended") return { type: "userRun", id, change: "finished" };
  if (kind === "users.run_undone") return { type: "userRun", id, change: "undone" };
  const ofUser = USER_EVENTS[kind];
  if (ofUser) return { type: "user", id, change: ofUser };
  const ofTask = TASK_EVENTS[kind];
  if (!ofTask) return null;
  return { type: "task", id, change: ofTask === "updated" && isMove(fields) ? "moved" : ofTask };
}

/** The events of the inboxes that a change has changed. Its own tab refetches the inbox, too. */
const inboxEventsOf = ({ inboxes }: LiveRow): ChangeEvent[] =>
  (inboxes ?? "")
    .split(" ")
    .filter((id) => id !== "")
    .map((id) => ({ type: "inbox", id, change: "updated", by: null }));

function originOf(tab: string | null): Origin | null {
  const [sessionId, clientId] = tab?.split(" ") ?? [];
  return sessionId && clientId ? { sessionId, clientId } : null;
}

const readRows = prepared((db, param: Param<{ after: number; until: number; max: number }>) =>
  db
    .selectFrom("changes")
    .select(["number", "kind", "actor_id", "subject_id", "team_id", "fields", "audited", "part_of"])
    .select(["inboxes", "tab"])
    .where("number", ">", param("after"))
    .where("number", "<=", param("until"))
    .orderBy("number")
    .limit(param("max")),
);

/**
 * The next recorded changes after a number, in order; equal events that follow each other are one. A change
 * that can't be read has no event.
 */
export async function readRecorded(
  db: Kysely<Database>,
  range: { after: number; until?: number; max: number },
  report: ReportSkipped = () => undefined,
): Promise<Recorded[]> {
  const rows = await readRows(db, { until: Number.MAX_SAFE_INTEGER, ...range });
  let last = "";
  const eventsOf = (row: (typeof rows)[number]): ChangeEvent[] => {
    const event = eventOf(row);
    const text = JSON.stringify([event, row.tab, row.inboxes]);
    const isRepeated = event?.type !== "task" && text === last;
    last = text;
    if (isRepeated) return [];
    const own = event ? [{ ...event, by: originOf(row.tab) }] : [];
    return [...own, ...inboxEventsOf(row)];
  };
  return rows.map((row) => ({ number: row.number, events: readOrSkip(row, eventsOf, report) }));
}
