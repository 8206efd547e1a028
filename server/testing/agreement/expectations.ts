import { expect } from "@jest/globals";
import type { AuditDetails } from "#contract/shapes/audit.ts";
import type {
  FieldChange,
  HistoryEntry,
  TaskHistoryResponse,
} from "#contract/shapes/taskHistory.ts";
import { readOrigin } from "#server/changes/origins.ts";
import { eventsOf } from "#server/changes/taskStates.ts";
import type { ChangeRow } from "#server/db/schema/changes.ts";
import { labelsOf, withLabels } from "#server/db/taskLabels.ts";
import { listFiles } from "#server/files/rows.ts";
import { derivedId } from "#server/http/idempotency.ts";
import { makeDeliveries } from "#server/webhooks/makeDeliveries.ts";
import { checkInboxes, ExpectedItems } from "./inboxes.ts";
import { eventText } from "./liveClient.ts";
import { fieldsOf, isImported, isOneOf, Replay, type State, sorted } from "./replay.ts";
import type { World } from "./world.ts";

/** A task as it is stored, as the record names its values. */
async function storedTasks({ server: { db } }: World, table: "tasks" | "deleted_tasks") {
  const rows = await db
    .selectFrom(`${table as "tasks"} as task` as const)
    .select(["id", "title", "status", "priority", "assignee_id", labelsOf("task")])
    .execute();
  return rows.map(withLabels);
}

/** The history that clients read, joined from its pages and bursts: the last values of each field. */
async function readHistory({ server, users }: World, id: string): Promise<HistoryEntry[]> {
  const call = server.callWith(users.Ada.accessToken);
  const all: HistoryEntry[] = [];
  for (let before = ""; ; ) {
    const url = `/api/tasks/${id}/history?limit=3${before && `&before=${before}`}`;
    const { entries, hasOlder } = (await call("GET", url)).body as TaskHistoryResponse;
    all.push(...entries);
    before = entries.at(-1)?.id ?? "";
    if (!hasOlder) return all.toReversed();
  }
}

/** Compares tasks and their comments with the record, and the history with both. */
async function checkTasks(world: World, replay: Replay) {
  const { db } = world.server;
  const [present, deleted] = [
    await storedTasks(world, "tasks"),
    await storedTasks(world, "deleted_tasks"),
  ];
  expect(sorted([...present, ...deleted].map(({ id }) => id))).toEqual(sorted(world.tasks));
  expect(new Set(deleted.map(({ id }) => id))).toEqual(replay.deleted);
  for (const { id, assignee_id, labels: ids, ...task } of present) {
    const { title, status, priority, assignee, labels } = replay.states.get(id) ?? {};
    const names = sorted(ids.map((one) => world.labels.get(one) ?? ""));
    expect({ title, status, priority, assignee, labels }).toEqual({
      ...task,
      labels: names.join("; ") || null,
      assignee: replay.nameOf(assignee_id),
    });
    const comments = await db
      .selectFrom("comments")
      .select("id")
      .where("task_id", "=", id)
      .execute();
    expect(comments.length).toBe(replay.comments.get(id) ?? 0);
    expect(await listFiles(db, id)).toHaveLength(replay.files.get(id) ?? 0);
    const entries = await readHistory(world, id);
    const last: State = {};
    for (const { changes } of entries) for (const { field, to } of changes) last[field] = to;
    const { status: moved = "Todo", priority: ranked = "Low", labels: named = null } = last;
    expect({ status: moved, priority: ranked, labels: named }).toEqual({
      status,
      priority,
      labels,
    });
    expect(entries.filter(({ kind }) => kind === "created")).toHaveLength(1);
    const added = entries.filter(({ kind }) => kind === "commented").length;
    expect(added - entries.filter(({ kind }) => kind === "comment_deleted").length).toBe(
      comments.length,
    );
  }
}

/** Compares users and memberships with the record. */
async function checkUsers({ server: { db }, users }: World, changes: readonly ChangeRow[]) {
  const rows = await db.selectFrom("users").selectAll().execute();
  const members = await db.selectFrom("team_members").selectAll().execute();
  for (const [name, { user }] of Object.entries(users)) {
    const own = changes.filter(({ subject_id }) => subject_id === user.id);
    const details = (change: ChangeRow | undefined) =>
      JSON.parse(change?.details ?? "{}") as { to?: string; team?: { id: string } };
    const last = (...kinds: ChangeRow["kind"][]) => own.findLast(isOneOf(...kinds));
    const row = rows.find(({ id }) => id === user.id);
    expect([name, row === undefined]).toEqual([name, last("user.deleted") !== undefined]);
    if (!row) continue;
    const role = details(last("user.role_changed")).to ?? user.role;
    const is_active = Number(
      last("user.activated", "user.deactivated")?.kind !== "user.deactivated",
    );
    const called = details(last("user.renamed")).to ?? user.name;
    expect(row).toMatchObject({ role, is_active, name: called });
    const inTeams = new Set<string>();
    for (const change of own.filter(isOneOf("team.member_added", "team.member_removed"))) {
      const team = details(change).team?.id ?? "";
      expect(inTeams.has(team)).toBe(change.kind === "team.member_removed");
      if (!inTeams.delete(team)) inTeams.add(team);
    }
    const stored = members
      .filter(({ user_id }) => user_id === user.id)
      .map(({ team_id }) => team_id);
    expect(new Set(stored)).toEqual(inTeams);
  }
}

const countsIn = (changes: readonly ChangeRow[]): number =>
  changes
    .map(({ details }) => (JSON.parse(details) as { count: number }).count)
    .reduce((sum, count) => sum + count, 0);

/** Bulk actions have one entry in the audit log, which counts their users or tasks. */
async function checkRuns({ server: { db } }: World, changes: readonly ChangeRow[]) {
  const ofUsers = changes.filter(
    ({ kind, audited }) => /^(user|team)\./.test(kind) && audited === 0,
  );
  const ended = changes.filter(isOneOf("users.run_ended", "users.run_undone"));
  expect(countsIn(ended)).toBe(ofUsers.length);
  const runs = await db.selectFrom("runs").select("id").where("kind", "=", "task").execute();
  const parts = new Set(runs.map(({ id }) => `run ${id}`));
  const ofTasks = changes.filter(
    ({ subject_kind, part_of }) => subject_kind === "task" && parts.has(part_of ?? ""),
  );
  const tasksEnded = changes.filter(isOneOf("tasks.run_ended", "tasks.run_undone"));
  const isHandOver = ({ details }: ChangeRow) =>
    (JSON.parse(details) as { tasks: string }).tasks === "hand_over";
  expect(countsIn(tasksEnded.filter((entry) => !isHandOver(entry)))).toBe(ofTasks.length);
}

/** Imports and their undo have one entry each, which counts their tasks. */
async function checkImports(
  { server: { db }, imported, tasks }: World,
  changes: readonly ChangeRow[],
) {
  expect(countsIn(changes.filter(isOneOf("tasks.imported")))).toBe(imported.size);
  const items = await db.selectFrom("import_items").select("outcome").execute();
  const removed = items.filter(({ outcome }) => outcome === "removed");
  expect(countsIn(changes.filter(isOneOf("tasks.import_undone")))).toBe(removed.length);
  // What remains of a task that an undo has removed is nothing.
  const gone = new Set([...imported.values()].filter((id) => !tasks.includes(id)));
  expect(changes.filter(({ subject_id }) => gone.has(subject_id))).toEqual([]);
}

/** Compares the secrets that work with the record. */
async function checkSecrets({ server: { db } }: World, changes: readonly ChangeRow[]) {
  const isGone = (userId: string | null) =>
    changes.some(({ kind, subject_id }) => kind === "user.deleted" && subject_id === userId);
  const rows = await db.selectFrom("secrets").selectAll().where("ended_at", "is", null).execute();
  const working = (purpose: string) =>
    sorted(rows.filter((row) => row.purpose === purpose).map(({ id }) => id));
  const idsOf = (kind: ChangeRow["kind"], idOf: (change: ChangeRow) => string) =>
    changes
      .filter(isOneOf(kind))
      .filter(({ subject_id }) => !isGone(subject_id))
      .map(idOf);
  const tokenOf = ({ details }: ChangeRow) => (JSON.parse(details) as AuditDetails).token?.id ?? "";
  const without = (all: readonly string[], ended: readonly string[]) =>
    sorted(all.filter((id) => !ended.includes(id)));
  const subjectOf = ({ subject_id }: ChangeRow) => subject_id;
  expect(working("api_token")).toEqual(
    without(idsOf("user.token_created", tokenOf), idsOf("user.token_revoked", tokenOf)),
  );
  expect(working("invitation")).toEqual(
    without(idsOf("invitation.made", subjectOf), idsOf("invitation.revoked", subjectOf)),
  );
  const open =
    idsOf("reset_link.made", subjectOf).length - idsOf("reset_link.revoked", subjectOf).length;
  expect(working("reset")).toHaveLength(open);
}

/** A change that was made with an API token names it, unless long work made it. */
function checkOrigins({ tokenTimes }: World, changes: readonly ChangeRow[]) {
  for (const { origin, at, part_of } of changes) {
    const { kind, id } = readOrigin(origin) ?? {};
    const token = tokenTimes.get(at);
    if (kind === "import") expect(part_of).toBe(`import ${id}`);
    else if (kind !== "job")
      expect([kind, id]).toEqual(token ? ["token", token] : ["app", undefined]);
  }
}

/** The events of live updates that the changes of tasks must have had. */
const liveEvents = (changes: readonly ChangeRow[]) =>
  changes
    .filter(({ subject_kind, part_of }) => subject_kind === "task" && part_of === null)
    .map(({ number, subject_id }) => eventText(number, "task", subject_id));

interface Payload {
  data: {
    task?: { title: string; status: string; priority: string; assignee: { name: string } | null };
    changes?: FieldChange[];
    actor: { id: string };
  };
}

/** The deliveries that a change must have, each with what the task was like. */
function deliveriesOf(world: World, change: ChangeRow, replay: Replay): [string, object][] {
  if (isImported(change)) return [];
  const events = eventsOf({ kind: change.kind, fields: fieldsOf(change) });
  const state = replay.states.get(change.subject_id) ?? {};
  const { title, status, priority, assignee = null, labels } = state;
  const task = {
    title,
    status,
    priority,
    assignee: assignee === null ? null : { name: assignee },
    labels: labels?.split("; ").map((name) => ({ name })) ?? [],
  };
  return events.map(([event, fields]) => [
    derivedId(`${world.webhookId} ${change.id} ${event}`),
    {
      event,
      created_at: change.at,
      data: {
        actor: { id: change.actor_id },
        ...(change.subject_kind === "task" && { task }),
        ...(fields.length > 0 && { changes: fields }),
      },
    },
  ]);
}

async function checkWebhooks({ server: { db } }: World, expected: ReadonlyMap<string, object>) {
  await makeDeliveries(db);
  const rows = await db.selectFrom("webhook_deliveries").selectAll().execute();
  expect(sorted(rows.map(({ id }) => id))).toEqual(sorted([...expected.keys()]));
  for (const { id, event, created_at, payload } of rows) {
    const { data } = JSON.parse(payload) as Payload;
    expect({ event, created_at, data }).toMatchObject(expected.get(id) ?? {});
  }
  expect(await db.selectFrom("task_states").selectAll().execute()).toEqual([]);
}

/** Compares what clients can read with the record of changes, and the record with the data. */
export async function checkAgreement(world: World): Promise<void> {
  const { db } = world.server;
  const changes = await db.selectFrom("changes").selectAll().orderBy("number").execute();
  const replay = new Replay(world);
  const deliveries = new Map<string, object>();
  const items = new ExpectedItems(world);
  for (const change of changes) {
    replay.apply(change);
    for (const [id, delivery] of deliveriesOf(world, change, replay)) deliveries.set(id, delivery);
    items.add(change, replay);
  }
  await checkTasks(world, replay);
  await checkUsers(world, changes);
  await checkRuns(world, changes);
  await checkImports(world, changes);
  await checkWebhooks(world, deliveries);
  await checkInboxes(world, items, replay);
  await checkSecrets(world, changes);
  checkOrigins(world, changes);
  const { Max } = world.users;
  const ofInbox = items.notified
    .filter(({ id }) => id === Max.user.id)
    .map(({ number, id }) => eventText(number, "inbox", id));
  await world.client.check(world.serverAt(1), Max, { tasks: liveEvents(changes), ofInbox });
  expect(changes.filter(isOneOf("comment.created"))).toHaveLength(world.comments.length);
}
