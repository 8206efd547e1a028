import type { Kysely } from "kysely";
import type { BoardChanges, BoardChangesResponse, ChangedCard } from "#contract/board.ts";
import type { Database } from "#server/db/schema.ts";
import { SUMMARY_COLUMNS } from "#server/db/taskColumns.ts";
import type { EventBus, NumberedChange } from "#server/eventBus.ts";

/** Beyond these a client reads the whole board. */
const TASKS_MAX = 100;
const RESPONSE_MAX_BYTES = 64 * 1024;
/** Different `since` of one moment whose responses are kept. */
const RESPONSES_MAX = 32;

const RESET = Buffer.from(JSON.stringify({ reset: true } satisfies BoardChangesResponse));

/**
 * The tasks whose cards the changes concern; null if the events don't name them all: the tasks of a
 * deleted user lose their assignee.
 */
function changedIds(changes: readonly NumberedChange[]): string[] | null {
  const ids = new Set<string>();
  for (const { change } of changes) {
    if (change.type === "user" && change.change === "deleted") return null;
    if (change.type === "task" && change.change !== "commented") ids.add(change.id);
  }
  return [...ids];
}

/** Reads cards, each with the one below it, in one statement and so at one moment. */
export async function readChangedCards(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ChangedCard[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom("tasks")
    .select(SUMMARY_COLUMNS)
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
}

/**
 * Returns a function that gives the response for the changes since an event, as JSON. Readers who
 * know the same event share one response until something is written.
 */
export function changesReader(
  events: Pick<EventBus, "lastEventId" | "since">,
  dataVersion: () => Promise<string>,
  readCards: (ids: readonly string[]) => Promise<ChangedCard[]>,
): (since: string) => Promise<Buffer> {
  let moment = "";
  let responses = new Map<string, Promise<Buffer>>();

  async function build(position: string, ids: readonly string[]): Promise<Buffer> {
    const tasks = await readCards(ids);
    const found = new Set(tasks.map(({ id }) => id));
    const removed = ids.filter((id) => !found.has(id));
    const response = Buffer.from(
      JSON.stringify({ position, tasks, removed } satisfies BoardChanges),
    );
    return response.length > RESPONSE_MAX_BYTES ? RESET : response;
  }

  return async (since) => {
    // Both come before the data, which is then never older than the position says.
    const position = events.lastEventId();
    const changes = events.since(since);
    const ids = changes && changedIds(changes);
    if (!ids || ids.length > TASKS_MAX) return RESET;
    const now = `${position} ${await dataVersion()}`;
    if (now !== moment || responses.size >= RESPONSES_MAX) responses = new Map();
    moment = now;
    const shared = responses;
    const response = shared.get(since) ?? build(position, ids);
    shared.set(since, response);
    try {
      return await response;
    } catch (failure) {
      shared.delete(since);
      throw failure;
    }
  };
}
