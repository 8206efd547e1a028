import type { FastifyInstance } from "fastify";
import { taskExportRule } from "#contract/rules/task.ts";
import { readViewFilters } from "#contract/rules/view.ts";
import type { Schema } from "#contract/shapes/shape.ts";
import { record, userSubject } from "#server/changes/record.ts";
import { contextOf } from "#server/changes/requestContext.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { todayOf, ZONE } from "#server/http/today.ts";
import { refused } from "#server/refusals.ts";
import { findAllTasks } from "#server/search/findAllTasks.ts";
import { userOf } from "#server/sessions/access.ts";
import { requireView } from "#server/views/viewRows.ts";
import { fullExport } from "./exportFile.ts";
import { personExport } from "./personExport.ts";
import { createSendExport } from "./sendExport.ts";
import { CSV_COLUMNS, taskCsv } from "./taskCsv.ts";

const BUSY = "The user's last export is still under way, or too many exports are.";
const FILE: Schema = { type: "object", description: "The format is described in docs/export.md." };

const TASKS = api({
  access: "user",
  tag: "Export",
  operationId: "exportTasks",
  summary: "All tasks that match a search, as CSV",
  query: taskExportRule,
  headers: ZONE,
  mediaType: "text/csv",
  response: { type: "string", description: `The columns: ${CSV_COLUMNS.join(", ")}.` },
  failures: { 429: BUSY },
});
const VIEW = api({
  access: "user",
  tag: "Export",
  operationId: "exportView",
  summary: "All tasks of a saved view, as CSV",
  params: BY_ID,
  headers: ZONE,
  mediaType: "text/csv",
  response: { type: "string", description: "The columns are those of exportTasks." },
  failures: { 429: BUSY },
});
const ALL = api({
  access: "admin",
  tag: "Export",
  operationId: "exportEverything",
  summary: "All users, teams, tasks, comments and changes, as JSON, without passwords",
  response: FILE,
  failures: { 429: BUSY },
});
const OWN = api({
  access: "user",
  tag: "Export",
  operationId: "exportProfile",
  summary: "The signed-in user's data, as JSON",
  response: FILE,
  failures: { 429: BUSY },
});

// A HEAD request would read everything for nothing.
const NO_HEAD = { exposeHeadRoute: false };

/** A view's name as a part of a file's name, which proxies and old programs understand. */
const fileName = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^\w]+/g, "-")
    .replaceAll(/^-|-$/g, "") || "view";

/** Routes that download data. Each streams from one snapshot of the database. */
export function exportRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps;
  const send = createSendExport(app, deps);

  app.get("/api/tasks/export.csv", { ...TASKS, ...NO_HEAD }, async (request, reply) => {
    const { query } = request;
    const today = todayOf(request, now());
    return await send(request, reply, {
      type: "text/csv",
      name: "tasks",
      ending: "csv",
      write: (snapshot) => taskCsv(snapshot, findAllTasks(snapshot, query, today)),
    });
  });

  app.get("/api/views/:id/tasks.csv", { ...VIEW, ...NO_HEAD }, async (request, reply) => {
    const view = await requireView(db, request.params.id, userOf(request));
    const read = readViewFilters(view.query);
    if ("errors" in read) throw refused(read.errors);
    const today = todayOf(request, now());
    return await send(request, reply, {
      type: "text/csv",
      name: fileName(view.name),
      ending: "csv",
      write: (snapshot) => taskCsv(snapshot, findAllTasks(snapshot, read.value, today)),
    });
  });

  app.get("/api/export", { ...ALL, ...NO_HEAD }, async (request, reply) => {
    const by = userOf(request);
    const auditEvent = { kind: "data.exported", subject: userSubject(by) } as const;
    return await send(request, reply, {
      type: "application/json",
      name: "taskdeck",
      ending: "json",
      prepare: async () => {
        await transaction(db, (trx) => record(trx, contextOf(request, now()), auditEvent));
      },
      write: (snapshot) => fullExport(snapshot, now()),
    });
  });

  app.get("/api/profile/export", { ...OWN, ...NO_HEAD }, async (request, reply) => {
    const user = userOf(request);
    return await send(request, reply, {
      type: "application/json",
      name: "my-taskdeck-data",
      ending: "json",
      write: (snapshot) => personExport(snapshot, user, now()),
    });
  });
}
