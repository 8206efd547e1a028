import type { FastifyInstance, FastifyRequest } from "fastify";
import { changesRule, descriptionsRule, statusRule } from "#contract/rules/task.ts";
import { BoardChangesResponse, BoardResponse } from "#contract/shapes/board.ts";
import type { TaskConflictResponse } from "#contract/shapes/task.ts";
import { SavedTaskResponse } from "#contract/shapes/task.ts";
import { taskValues } from "#contract/taskFields.ts";
import { formerArrival } from "#server/changes/formerArrival.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import { dataVersion } from "#server/db/dataVersion.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { setCutHeader } from "#server/http/bounds.ts";
import { editTask, presentEdit, VERSIONED } from "#server/tasks/edit.ts";
import { boardCache } from "./boardCache.ts";
import { changesReader, readChangedCards } from "./changesSince.ts";
import { boardReader, countRecentDone, summaryReader } from "./queries.ts";

/** The minimum size for compression, in bytes. A smaller response fits into one packet anyway. */
const COMPRESSION_MIN_BYTES = 1_400;

/** The time in ms after which the cached board counts the recent done tasks again. */
const RECENT_CHECK_MS = 60 * 60 * 1000;

/** Whether the client accepts gzip (RFC 9110, 12.5.3). */
function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = headers["accept-encoding"]?.toLowerCase() ?? "";
  return /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/.test(accepted);
}

const READ = api({
  access: "user",
  tag: "Board",
  operationId: "getBoard",
  summary: "All tasks by status; of more than 15,000, the latest 5,000 arrivals of each",
  query: descriptionsRule,
  response: BoardResponse,
  cuts: ["tasks", "descriptions"],
});

const CHANGES = api({
  access: "user",
  tag: "Board",
  operationId: "getBoardChanges",
  summary: "The tasks that changed since an event, which `x-event-id` or an earlier response named",
  query: changesRule,
  response: BoardChangesResponse,
});
const MOVE = api({
  access: "user",
  params: BY_ID,
  tag: "Board",
  operationId: "moveTask",
  summary: "Move a task",
  body: statusRule,
  ...VERSIONED,
  response: SavedTaskResponse,
  etag: true,
});

/** The board (§7): any signed-in user may read it and move its tasks (§6). */
export function boardRoutes(app: FastifyInstance, { db, events, now }: Deps): void {
  const version = dataVersion(db);
  const readCards = summaryReader(db);
  // Each `boardCache` holds at most one response, whose size is limited.
  const cards = boardCache(
    // A task stops being recent without a change of the data.
    async () => `${await version()} ${Math.floor(now().getTime() / RECENT_CHECK_MS)}`,
    async () => ({ ...(await readCards()), recentDone: await countRecentDone(db, now()) }),
  );
  const tasks = boardCache(version, boardReader(db));
  const changesSince = changesReader(
    events,
    version,
    (ids) => readChangedCards(db, ids),
    () => countRecentDone(db, now()),
  );

  app.get("/api/kanban/board", READ, async (request, reply) => {
    const { json, gzipped, cuts } = await (request.query.descriptions === "none" ? cards : tasks)();
    setCutHeader(reply, cuts);
    const others = reply.getHeader("vary");
    reply.type("application/json; charset=utf-8");
    reply.header("vary", others ? `${String(others)}, accept-encoding` : "accept-encoding");
    if (json.length < COMPRESSION_MIN_BYTES || !acceptsGzip(request)) return await reply.send(json);
    return await reply.header("content-encoding", "gzip").send(await gzipped());
  });

  app.get("/api/kanban/changes", CHANGES, async ({ query }, reply) => {
    const response = await changesSince(query.since ?? "");
    return await reply.type("application/json; charset=utf-8").send(response);
  });

  app.patch(
    "/api/kanban/:id/status",
    MOVE,
    async (request, reply): Promise<SavedTaskResponse | TaskConflictResponse> => {
      const { status, undo = false } = request.body;
      const moved = await editTask(db, {
        id: request.params.id,
        ifMatch: request.headers["if-match"],
        context: contextOf(request, now()),
        isMade: (task) => task.status === status,
        change: async (trx, task) => ({
          values: { ...taskValues(task), status },
          // An undo of the task's last move brings it back to its former place.
          arrived: undo ? await formerArrival(trx, task, status) : undefined,
        }),
      });
      return presentEdit(reply, moved);
    },
  );
}
