import type { FastifyInstance } from "fastify";
import {
  labelMergeRule,
  labelPatchRule,
  labelRule,
  labelsQueryRule,
} from "#contract/rules/label.ts";
import { DeletedLabelsResponse, LabelResponse, LabelsResponse } from "#contract/shapes/label.ts";
import { CLIENT_ID_HEADER, contextOf } from "#server/changes/requestContext.ts";
import type { Deps } from "#server/deps.ts";
import { api, BY_ID } from "#server/http/apiRoute.ts";
import { idempotentId } from "#server/http/idempotency.ts";
import { countTasks, listLabels } from "./labelRows.ts";
import {
  changeLabel,
  createLabel,
  deleteLabel,
  listDeletedLabels,
  mergeLabel,
  restoreLabel,
} from "./manageLabels.ts";

const TAKEN = { 409: "The name is taken: the body has the label." } as const;
const changing = { tag: "Labels", headers: CLIENT_ID_HEADER } as const;

const LIST = api({
  access: "user",
  tag: "Labels",
  operationId: "listLabels",
  summary: "All labels by name, at most 1,000",
  query: labelsQueryRule,
  response: LabelsResponse,
});
const CREATE = api({
  ...changing,
  access: "user",
  operationId: "createLabel",
  summary: "Create a label",
  body: labelRule,
  status: 201,
  response: LabelResponse,
  failures: TAKEN,
});
const change = { ...changing, access: "admin", params: BY_ID } as const;
const CHANGE = api({
  ...change,
  operationId: "updateLabel",
  summary: "Rename or recolour a label",
  body: labelPatchRule,
  response: LabelResponse,
  failures: TAKEN,
});
const MERGE = api({
  ...change,
  operationId: "mergeLabel",
  summary: "Merge a label into another one, which its tasks get; it can be restored for 30 days",
  body: labelMergeRule,
  response: LabelResponse,
});
const DELETE = api({
  ...change,
  operationId: "deleteLabel",
  summary: "Delete a label; it can be restored, with its tasks, for 30 days",
});
const DELETED = api({
  access: "admin",
  tag: "Labels",
  operationId: "listDeletedLabels",
  summary: "The last 200 labels that were deleted or merged and can be restored",
  response: DeletedLabelsResponse,
});
const RESTORE = api({
  ...change,
  operationId: "restoreLabel",
  summary: "Restore a label that was deleted or merged, with its tasks",
  response: LabelResponse,
  failures: TAKEN,
});

/** Routes for labels. All users read and create them, admins change them. */
export function labelRoutes(app: FastifyInstance, { db, now }: Deps): void {
  app.get("/api/labels", LIST, async ({ query }): Promise<LabelsResponse> => {
    const labels = await listLabels(db);
    if (!query.counts) return { labels };
    const counts = await countTasks(db);
    return {
      labels: labels.map((label) => Object.assign(label, { tasks: counts.get(label.id) ?? 0 })),
    };
  });

  app.post("/api/labels", CREATE, async (request, reply): Promise<LabelResponse> => {
    const context = contextOf(request, now());
    const label = await createLabel(db, request.body, context, idempotentId(request));
    reply.code(201);
    return { label };
  });

  app.patch("/api/labels/:id", CHANGE, async (request): Promise<LabelResponse> => {
    const { params, body } = request;
    return { label: await changeLabel(db, params.id, body, contextOf(request, now())) };
  });

  app.post("/api/labels/:id/merge", MERGE, async (request): Promise<LabelResponse> => {
    const { params, body } = request;
    return { label: await mergeLabel(db, params.id, body.into, contextOf(request, now())) };
  });

  app.delete("/api/labels/:id", DELETE, async (request, reply) => {
    await deleteLabel(db, request.params.id, contextOf(request, now()));
    return await reply.code(204).send();
  });

  app.get("/api/labels/deleted", DELETED, async (): Promise<DeletedLabelsResponse> => {
    return { labels: await listDeletedLabels(db) };
  });

  app.post("/api/labels/:id/restore", RESTORE, async (request): Promise<LabelResponse> => {
    return { label: await restoreLabel(db, request.params.id, contextOf(request, now())) };
  });
}
