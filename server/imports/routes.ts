import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { importRunRule } from "#contract/rules/imports.ts";
import { ImportResponse, ImportsResponse } from "#contract/shapes/imports.ts";
import { text } from "#contract/shapes/shape.ts";
import { CLIENT_ID_HEADER, contextOf, originOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { ZONE, zoneOf } from "#server/http/today.ts";
import { runHourly } from "#server/intervals.ts";
import type { Lease } from "#server/jobs/lease.ts";
import type { Runner } from "#server/jobs/runner.ts";
import { conflict, Refusal } from "#server/refusals.ts";
import { NO_MAPPING, readAccounts, requestedMapping } from "./mapping.ts";
import { pruneImports } from "./prune.ts";
import { findImport, importDetail, listImports, readMapping, readOutline } from "./queries.ts";
import { reportLines } from "./report.ts";
import { beginImport } from "./run.ts";
import { beginUndo } from "./undo.ts";
import { uploadRoute } from "./uploadRoute.ts";

const imports = { access: "admin", tag: "Imports" } as const;
const ofImport = { ...imports, params: BY_ID } as const;
const detail = { response: ImportResponse };

const LIST = api({
  ...imports,
  operationId: "listImports",
  summary: "The last 100 imports, newest first",
  response: ImportsResponse,
});
const READ = api({
  ...ofImport,
  ...detail,
  operationId: "getImport",
  summary: "An import, its proposals and its first rows",
});
const RUN = api({
  ...ofImport,
  ...detail,
  operationId: "runImport",
  summary: "Import the rows of a draft, or with `dry` only report what would happen",
  body: importRunRule,
  headers: { ...CLIENT_ID_HEADER, ...ZONE },
  failures: { 409: "The import is under way, or the file was imported." },
});
const REPORT = api({
  ...ofImport,
  operationId: "getImportReport",
  summary: "The result of each row, as a table",
  mediaType: "text/csv",
  response: text,
});
const UNDO = api({
  ...ofImport,
  ...detail,
  operationId: "undoImport",
  summary: "Delete the tasks of an import that nobody has changed since; within 24 hours",
  headers: CLIENT_ID_HEADER,
  failures: { 409: "The import is under way, or too old." },
});

/** Routes to upload, read, run and undo imports, for admins. Old files are deleted hourly. */
export function importRoutes(app: FastifyInstance, deps: Deps, runner: Runner): void {
  const { db, events, now } = deps;
  const respond = async (id: string): Promise<ImportResponse> => ({
    import: await importDetail(db, id, now()),
  });

  uploadRoute(app, deps, runner);
  runHourly(app, () => pruneImports(db, now(), runner.finish));

  app.get("/api/imports", LIST, async (): Promise<ImportsResponse> => {
    return { imports: await listImports(db, now()) };
  });

  app.get("/api/imports/:id", READ, async ({ params }): Promise<ImportResponse> => {
    return await respond(params.id);
  });

  app.get("/api/imports/:id/report", REPORT, async ({ params }, reply) => {
    const row = await findImport(db, params.id);
    reply.header("content-disposition", 'attachment; filename="import-report.csv"');
    return await reply.type("text/csv; charset=utf-8").send(Readable.from(reportLines(db, row)));
  });

  /** Does a job before the response. */
  async function finish(lease: Lease): Promise<void> {
    const progress = await runner.finish(lease);
    if (progress === "lost") throw conflict("Another request has taken over this import");
  }

  /** One event for all tasks also after a failure, since some of them may have been saved. */
  async function finishChanging(
    request: FastifyRequest,
    id: string,
    change: "imported" | "undone",
    lease: Lease,
  ): Promise<void> {
    try {
      await finish(lease);
    } catch (failure) {
      if (!(failure instanceof Refusal)) {
        events.publish({ type: "import", id, change, by: originOf(request) });
      }
      throw failure;
    }
  }

  app.post("/api/imports/:id/run", RUN, async (request): Promise<ImportResponse> => {
    const { id } = request.params;
    const { body } = request;
    const { dry } = body;
    const row = await findImport(db, id);
    const mapping = requestedMapping(body, readOutline(row), await readAccounts(db));
    // Without a mapping, the import does what its report says.
    const isAsChecked = !dry && row.state === "checked" && isDeepStrictEqual(mapping, NO_MAPPING);
    const chosen = isAsChecked ? readMapping(row) : { ...mapping, timeZone: zoneOf(request) };
    const context = contextOf(request, now());
    const lease = await beginImport(db, id, { dry, mapping: chosen }, context);
    if (lease) await (dry ? finish(lease) : finishChanging(request, id, "imported", lease));
    return await respond(id);
  });

  app.post("/api/imports/:id/undo", UNDO, async (request): Promise<ImportResponse> => {
    const { id } = request.params;
    const lease = await beginUndo(db, id, contextOf(request, now()));
    if (lease) await finishChanging(request, id, "undone", lease);
    return await respond(id);
  });
}
