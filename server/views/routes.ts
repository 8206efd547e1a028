import type { FastifyInstance } from "fastify";
import { viewCountsRule, viewPatchRule, viewRule, viewStartRule } from "#contract/rules/view.ts";
import { ViewCountsResponse, ViewResponse, ViewsResponse } from "#contract/shapes/view.ts";
import { valuesOf } from "#contract/task.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import { todayOf, ZONE } from "#server/http/today.ts";
import type { ReadDeps } from "#server/search/longReads.ts";
import { userOf } from "#server/sessions/access.ts";
import { changeView, chooseStart, createView, deleteView, restoreView } from "./changeViews.ts";
import { createCountViews } from "./countViews.ts";
import { findViews, listViews, presentView } from "./viewRows.ts";

const views = { access: "user", tag: "Views" } as const;
const changing = { ...views, headers: CLIENT_ID_HEADER } as const;

const LIST = api({
  ...views,
  operationId: "listViews",
  summary: "The user's own saved views and the shared ones, by name",
  response: ViewsResponse,
});
const COUNTS = api({
  ...views,
  operationId: "countViews",
  summary: "How many tasks views show, counted up to 500",
  query: viewCountsRule,
  headers: ZONE,
  response: ViewCountsResponse,
});
const CREATE = api({
  ...changing,
  operationId: "createView",
  summary: "Save the filters, the order and the columns of a screen under a name",
  body: viewRule,
  status: 201,
  response: ViewResponse,
});
const CHANGE = api({
  ...changing,
  params: BY_ID,
  operationId: "updateView",
  summary: "Change a view: its owner may, and admins if it is shared",
  body: viewPatchRule,
  response: ViewResponse,
  failures: { 409: "The view no longer has this `version`." },
});
const DELETE = api({
  ...changing,
  params: BY_ID,
  operationId: "deleteView",
  summary: "Delete a view; it can be restored for 30 days",
});
const RESTORE = api({
  ...changing,
  params: BY_ID,
  operationId: "restoreView",
  summary: "Restore a deleted view",
  response: ViewResponse,
});
const START = api({
  ...views,
  operationId: "chooseStart",
  summary: "Choose the view that the user's menu has first, or none",
  body: viewStartRule,
  failures: { 404: "The user sees no such view." },
});

/** Routes for saved views: users see their own and the shared ones. */
export function viewRoutes(app: FastifyInstance, { db, now, runLongRead }: ReadDeps): void {
  const countViews = createCountViews(db, runLongRead);

  app.get("/api/views", LIST, async (request): Promise<ViewsResponse> => {
    const user = userOf(request);
    const rows = await listViews(db, user);
    const isShown = rows.some(({ id }) => id === user.start_view);
    return { views: rows.map(presentView), start: isShown ? user.start_view : null };
  });

  app.get("/api/views/counts", COUNTS, async (request): Promise<ViewCountsResponse> => {
    const user = userOf(request);
    const found = await findViews(db, valuesOf(request.query.ids), user);
    return { counts: await countViews(found, todayOf(request, now()), user.id) };
  });

  app.post("/api/views", CREATE, async (request, reply): Promise<ViewResponse> => {
    const context = contextOf(request, now());
    const id = idempotentId(request);
    const view = await createView(db, request.body, userOf(request), context, id);
    reply.code(201);
    return { view };
  });

  app.put("/api/views/start", START, async (request, reply) => {
    await chooseStart(db, request.body.view ?? null, userOf(request));
    return await reply.code(204).send();
  });

  app.patch("/api/views/:id", CHANGE, async (request): Promise<ViewResponse> => {
    const { params, body } = request;
    const context = contextOf(request, now());
    return { view: await changeView(db, params.id, body, userOf(request), context) };
  });

  app.delete("/api/views/:id", DELETE, async (request, reply) => {
    await deleteView(db, request.params.id, userOf(request), contextOf(request, now()));
    return await reply.code(204).send();
  });

  app.post("/api/views/:id/restore", RESTORE, async (request): Promise<ViewResponse> => {
    const { id } = request.params;
    return { view: await restoreView(db, id, userOf(request), contextOf(request, now())) };
  });
}
