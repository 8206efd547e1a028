import type { Kysely } from "kysely";
import type { BoardChanges, BoardChangesResponse, ChangedCard } from "#contract/shapes/board.ts";
import type { Database } from "#server/db/schema.ts";
import type { EventBus, NumberedChange } from "#server/eventBus.ts";
import { boardTasks, toBoardTask } from "./boardTasks.ts";

/** The maximum number of changed tasks in a response. Beyond it a client reads the whole board. */
const TASKS_MAX = 100;
const RESPONSE_MAX_BYTES = 64 * 1024;
/** The maximum number of cached responses, one for each `since`. */
const RESPONSES_MAX = 32;

const RESET = Buffer.from(JSON.stringify({ reset: true } satisfies BoardChangesResponse));

/** The changes of a user or of a label that change their tasks too. */
const TASKS_CHANGE: ReadonlySet<string> = new Set([
  "user deleted",
  "user reassigned",
  "label removed",
  "label restored",
]);

/**
 * The ids of the tasks whose cards changed. Null if the events don't name all of them, e.g. when all
 * tasks of a user get another assignee, or after an import or a bulk action.
 */
function changedIds(changes: readonly NumberedChange[]): string[] | null {
  const ids = new Set<string>();
  for (const { change } of changes) {
    if (TASKS_CHANGE.has(`${change.type} ${change.change}`)) return null;
    if (change.type === "import" || change.type === "taskRun") return null;
    if (change.type === "task" && change.change !== "commented") ids.add(change.id);
  }
  return [...ids];
}

/** Reads each card with the id of the card below it. A single statement reads one snapshot. */
export async function readChangedCards(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ChangedCard[]> {
  if (ids.length === 0) return [];
  const rows = await boardTasks(db)
    .select((eb) =>
      eb
        .selectFrom("tasks as below")
        .select("below.id")
        .whereRef("below.status", "=", "tasks.status")
        .whereRef("below.status_changed_at", "<=", "tasks.status_changed_at")
        .where(({ eb: condition, or, ref }) =>
          or([
            condition("below.status_changed_at", "<", ref("tasks.status_changed_at")),
            condition("below.id", ">", ref("tasks.id")),
          ]),
        )
        .orderBy("below.status_changed_at", "desc")
        .orderBy("below.id")
        .limit(1)
        .as("before"),
    )
    .where("tasks.id", "in", ids)
    .orderBy("tasks.status")
    .orderBy("tasks.status_changed_at", "desc")
    .orderBy("tasks.id")
    .execute();
  return rows.map(toBoardTask);
}

/**
 * Returns a function that returns the changes since an event as JSON. Clients that know the same
 * event share one response until the data changes.
 */
export function changesReader(
  events: Pick<EventBus, "lastEventId" | "committedSince">,
  dataVersion: () => Promise<string>,
  readCards: (ids: readonly string[]) => Promise<ChangedCard[]>,
  countRecentDone?: () => Promise<number>,
): (since: string) => Promise<Buffer> {
  let moment = "";
  let responses = new Map<string, Promise<Buffer>>();

  async function build(position: string, since: string): Promise<Buffer> {
    // Position and changes are read before the data, so the data is never older than the position.
    const recorded = await events.committedSince(since);
    const ids = recorded && changedIds(recorded);
    if (!ids || ids.length > TASKS_MAX) return RESET;
    const tasks = await readCards(ids);
    const recentDone = await countRecentDone?.();
    const found = new Set(tasks.map(({ id }) => id));
    const removed = ids.filter((id) => !found.has(id));
    const changes: BoardChanges = {
      position,
      tasks,
      removed,
      ...(recentDone !== undefined && { recentDone }),
    };
    const response = Buffer.from(JSON.stringify(changes));
    return response.length > RESPONSE_MAX_BYTES ? RESET : response;
  }

  return async (since) => {
    const position = events.lastEventId();
    const now = `${position} ${await dataVersion()}`;
    if (now !== moment || responses.size >= RESPONSES_MAX) responses = new Map();
    moment = now;
    const shared = responses;
    const response = shared.get(since) ?? build(position, since);
    shared.set(since, response);
    try {
      return await response;
    } catch (failure) {
      shared.delete(since);
      throw failure;
    }
  };
}
