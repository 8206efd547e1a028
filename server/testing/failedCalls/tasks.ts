import { IMPORT_MAX_BYTES, type ImportResponse } from "#contract/imports.ts";
import type { TaskRunResponse } from "#contract/taskRun.ts";

import { type CheckedCalls } from "./checkedCalls.ts";

/** Tasks, with versions and conflicts. */
export async function failTasks({ server, admin, call, create }: CheckedCalls): Promise<void> {
  const body = {
    title: "Task",
    priority: "Low",
    due_date: "2026-03-01",
    assignee_id: admin.user.id,
  };
  const member = await server.as("member");
  const team = { ...body, team_id: "1", due_date: null };
  const id = await create("POST /api/tasks", { ...body, due_date: "2026-03-15" });
  await call("POST /api/tasks", { body: {} });
  await call("POST /api/tasks", { by: member, body: team });
  await call("PUT /api/tasks/:id", { by: member, ids: [id], body: team });
  await call("PATCH /api/kanban/:id/status", { ids: [id], body: { status: "Done" } });
  await call("PATCH /api/kanban/:id/status", { body: { status: "Done" } });
  for (const tag of ['"999"', "nonsense"]) {
    const headers = { "if-match": tag };
    await call("PATCH /api/kanban/:id/status", { ids: [id], body: { status: "Todo" }, headers });
  }
  const edit = { ...body, due_date: null, title: "Another" };
  for (const tag of ['"2"', '"2"', "nonsense"]) {
    await call("PUT /api/tasks/:id", { ids: [id], body: edit, headers: { "if-match": tag } });
  }
  await call("PATCH /api/tasks/:id", { by: member, ids: [id], body: { team_id: "1" } });
  for (const headers of [{}, { "if-match": '"2"' }, { "if-match": "nonsense" }]) {
    await call("PATCH /api/tasks/:id", { ids: [id], body: { priority: "High" }, headers });
  }
  await call("PATCH /api/tasks/:id", { ids: [id], body: {} });
  const comment = { comment: "Well done" };
  const added = await call("POST /api/tasks/:id/comments", { ids: [id], body: comment });
  const ids = [id, (added.body as { id: string }).id];
  const ofComment = "/api/tasks/:id/comments/:commentId";
  for (const by of [member, admin]) {
    await call(`PATCH ${ofComment}`, { by, ids, body: { comment: "Very well done" } });
    await call("GET /api/tasks/:id/comments", { by, ids });
    await call(`DELETE ${ofComment}`, { by, ids });
  }
  await call("GET /api/tasks/:id/comments", { ids: [id], query: "?limit=0" });
  await call("GET /api/tasks/search", { query: "?limit=none" });
  await call("GET /api/kanban/board", { query: "?descriptions=some" });
  await call("DELETE /api/tasks/:id", { ids: [id] });
  const deleted = await server.db.selectFrom("deleted_tasks").selectAll().executeTakeFirstOrThrow();
  await call("POST /api/tasks/:id/restore", { ids: [id] });
  // As if a client had created the task again with the same Idempotency-Key.
  await server.db.insertInto("deleted_tasks").values(deleted).execute();
  await call("POST /api/tasks/:id/restore", { ids: [id] });
}

/** Bulk actions on tasks. */
export async function failTaskRuns({ server, admin, call, create }: CheckedCalls): Promise<void> {
  const id = await create("POST /api/tasks", { title: "Task", priority: "Low" });
  const member = await server.as("member");
  const start = async (body: object, by = member) => {
    const sent = { action: "change", task_ids: `${id},none`, ...body };
    const { body: made } = await call("POST /api/task-runs", { by, body: sent });
    return [(made as Partial<TaskRunResponse>).run?.id ?? ""];
  };
  const references = { assignee_id: admin.user.id, team_id: null };
  const ids = await start({ due_date: "2099-01-01", ...references }, admin);
  await start(references);
  await call("GET /api/task-runs/:id/items", { ids });
  await call("POST /api/task-runs/:id/undo", { ids });
  const deletion = await start({ action: "delete", task_ids: "none" });
  await call("POST /api/task-runs/:id/undo", { by: member, ids: deletion });
  await server.db.updateTable("jobs").set({ ended_at: "2020-01-01T00:00:00.000Z" }).execute();
  await call("POST /api/task-runs/:id/undo", { ids: deletion });
}

/** Imports. */
export async function failImports({ server, admin, api, seen, call }: CheckedCalls): Promise<void> {
  const upload = async (payload: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${admin.accessToken}`;
    const options = { method: "POST", url: "/api/imports", payload } as const;
    const sent = await server.app.inject({ ...options, headers: { authorization, ...headers } });
    const answer = { status: sent.statusCode, body: sent.json() as unknown, headers: sent.headers };
    api.checkResponse("POST /api/imports", answer);
    seen.add(`POST /api/imports ${answer.status}`);
    return answer.body;
  };
  await upload("\0");
  await upload("Title", { "content-encoding": "gzip" });
  await upload("x".repeat(IMPORT_MAX_BYTES + 1));
  const body = (await upload("Title,Status\nA,Done\nMend nets,\n")) as ImportResponse;
  const ids = [body.import.id];
  await call("POST /api/imports/:id/undo", { ids });
  for (const dry of [true, false, false]) {
    await call("POST /api/imports/:id/run", { ids, body: { dry, lists: "Done=skip" } });
  }
}
