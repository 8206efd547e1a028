import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AnyObjectSchema } from "yup";
import type { userRunItemsRule } from "#contract/rules/run.ts";
import { RUN_BODY_MAX } from "#contract/run.ts";
import { type Schema, text } from "#contract/shapes/shape.ts";
import { contextOf, originOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import type { Lease } from "#server/jobs/lease.ts";
import { stopJob } from "#server/jobs/queries.ts";
import type { Runner } from "#server/jobs/runner.ts";
import { userOf } from "#server/sessions/access.ts";
import { beginUndo, createRun } from "./control.ts";
import { itemsPage, resultLines } from "./runItems.ts";
import type { RunKind } from "./runKind.ts";
import { findRun, listRuns, readRun, type Viewer } from "./runs.ts";

type Api = Parameters<typeof api>[0];
/** What the API description tells of a route: the summary, and its own failures. */
type Told = Pick<Api, "summary" | "failures">;

/** What the API description tells of a kind's routes. */
interface Description extends Pick<Api, "access" | "tag"> {
  /** The rule that `read` of the kind applies, which depends on the day. */
  body: AnyObjectSchema;
  itemsQuery: typeof userRunItemsRule;
  responses: Readonly<Record<"run" | "runs" | "items", Schema>>;
  routes: Readonly<Record<"start" | "list" | "get" | "items" | "table" | "stop" | "undo", Told>>;
}

export const TOO_LARGE = { 413: "The body is larger than 1.5 MiB." } as const;

/** The options of a kind's routes. */
function optionsOf(
  noun: "User" | "Task",
  { access, tag, body, itemsQuery, responses, routes }: Description,
) {
  const { start, list, get, items, table, stop, undo } = routes;
  const shared = { access, tag, response: responses.run };
  const ofRun = { ...shared, params: BY_ID };
  return {
    start: api({
      ...shared,
      ...start,
      operationId: `start${noun}Run`,
      dependentBody: body,
      bodyLimit: RUN_BODY_MAX,
      status: 201,
    }),
    list: api({
      ...shared,
      ...list,
      operationId: `list${noun}Runs`,
      response: responses.runs,
    }),
    get: api({ ...ofRun, ...get, operationId: `get${noun}Run` }),
    items: api({
      ...ofRun,
      ...items,
      operationId: `list${noun}RunItems`,
      query: itemsQuery,
      response: responses.items,
    }),
    table: api({
      ...ofRun,
      ...table,
      operationId: `export${noun}RunItems`,
      mediaType: "text/csv",
      response: text,
    }),
    stop: api({ ...ofRun, ...stop, operationId: `stop${noun}Run` }),
    undo: api({ ...ofRun, ...undo, operationId: `undo${noun}Run` }),
  };
}

/** Routes for the bulk actions of a kind, which the server carries out. */
export function runRoutes<Details extends object>(
  app: FastifyInstance,
  { db, events, now }: Deps,
  runner: Runner,
  kind: RunKind<Details>,
  description: Description,
): void {
  const { name, noun, isShared } = kind;
  const path = `/api/${name}-runs`;
  const options = optionsOf(noun, description);

  const respond = async (id: string, viewer: Viewer) => ({
    run: await readRun(db, kind, id, viewer, now()),
  });

  /** Begins a job, and does its first step. If it goes on, the streams are told of its start. */
  async function start(
    request: FastifyRequest,
    runId: string,
    begin: () => Promise<Lease | undefined>,
  ): Promise<void> {
    const by = userOf(request);
    if (!(await runner.start(by.id, begin))) return;
    const id = isShared ? runId : by.id;
    events.publish({ type: `${name}Run`, id, change: "started", by: originOf(request) });
  }

  app.post(path, options.start, async (request, reply) => {
    const by = userOf(request);
    const context = contextOf(request, now());
    const plan = kind.read(request.body, context.at);
    const id = idempotentId(request);
    await start(request, id, () => createRun(db, kind, id, context, () => plan(db, by)));
    reply.code(201);
    return await respond(id, by);
  });

  app.get(path, options.list, async (request) => ({
    runs: await listRuns(db, kind, userOf(request), now()),
  }));

  app.get(`${path}/:id`, options.get, async (request) => {
    return await respond(request.params.id, userOf(request));
  });

  app.get(`${path}/:id/items`, options.items, async (request) => {
    const { run } = await findRun(db, kind, request.params.id, userOf(request));
    return await itemsPage(db, kind, run, request.query);
  });

  app.get(`${path}/:id/items.csv`, options.table, async (request, reply) => {
    const { run } = await findRun(db, kind, request.params.id, userOf(request));
    reply.header("content-disposition", `attachment; filename="${name}s.csv"`);
    const lines = Readable.from(resultLines(db, kind, run.id));
    return await reply.type("text/csv; charset=utf-8").send(lines);
  });

  app.post(`${path}/:id/stop`, options.stop, async (request) => {
    const by = userOf(request);
    const { id } = request.params;
    await findRun(db, kind, id, by);
    await runner.start(by.id, () => stopJob(db, id, by));
    return await respond(id, by);
  });

  app.post(`${path}/:id/undo`, options.undo, async (request) => {
    const by = userOf(request);
    const { id } = request.params;
    await start(request, id, () => beginUndo(db, kind, id, by, { by, at: now() }));
    return await respond(id, by);
  });
}
