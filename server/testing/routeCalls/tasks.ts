import { admins, anyone, type RouteCall, users } from "./scene.ts";

export const TASKS_CALLS: Readonly<Record<string, RouteCall>> = {
  "POST /api/tasks": users(() => ({ body: { title: "Another", priority: "High" } })),
  "PUT /api/tasks/:id": users(({ taskId }) => ({
    ids: [taskId],
    body: { title: "Changed", priority: "Low" },
  })),
  "PATCH /api/tasks/:id": users(({ taskId }) => ({ ids: [taskId], body: { priority: "Medium" } })),
  "PATCH /api/kanban/:id/status": users(({ taskId }) => ({
    ids: [taskId],
    body: { status: "Done" },
  })),
  "POST /api/tasks/:id/comments": users(({ taskId }) => ({
    ids: [taskId],
    body: { comment: "A comment" },
  })),
  "PATCH /api/tasks/:id/comments/:commentId": users(({ taskId, commentId }) => ({
    ids: [taskId, commentId],
    body: { comment: "Edited" },
  })),
  "GET /api/tasks/:id/files": users(({ taskId }) => ({ ids: [taskId] })),
  "POST /api/tasks/:id/files": users(({ taskId }) => ({ ids: [taskId], body: { any: "bytes" } })),
  "PATCH /api/tasks/:id/files/:fileId": users(({ taskId, fileId }) => ({
    ids: [taskId, fileId],
    body: { name: "Renamed.txt", alt: "A note" },
  })),
  "DELETE /api/tasks/:id/files/:fileId": users(({ taskId, fileId }) => ({ ids: [taskId, fileId] })),
  "POST /api/tasks/:id/files/:fileId/restore": users(({ taskId, deletedFileId }) => ({
    ids: [taskId, deletedFileId],
  })),
  "GET /api/tasks/:id/files/:fileId/content": users(({ taskId, fileId }) => ({
    ids: [taskId, fileId],
  })),
  "GET /api/tasks/:id/files/:fileId/address": users(({ taskId, fileId }) => ({
    ids: [taskId, fileId],
  })),
  "POST /api/tasks/:id/uploads": users(({ taskId }) => ({
    ids: [taskId],
    headers: { "upload-length": "3", "upload-metadata": "filename YS50eHQ=" },
  })),
  "GET /api/tasks/:id/uploads": users(({ taskId, upload }) => ({ ids: [taskId], query: upload })),
  "PATCH /api/tasks/:id/uploads": users(({ taskId, upload }) => ({
    ids: [taskId],
    query: upload,
    headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
  })),
  "DELETE /api/tasks/:id/uploads": users(({ taskId, otherUpload }) => ({
    ids: [taskId],
    query: otherUpload,
  })),
  "GET /api/files": anyone(({ fileAddress }) => ({ query: fileAddress })),
  "GET /api/labels": users(),
  "POST /api/labels": users(() => ({ body: { name: "Another label", color: "red" } })),
  "PATCH /api/labels/:id": admins(({ labelId }) => ({ ids: [labelId], body: { name: "Renamed" } })),
  "POST /api/labels/:id/merge": admins(({ labelId, otherLabelId }) => ({
    ids: [labelId],
    body: { into: otherLabelId },
  })),
  "DELETE /api/labels/:id": admins(({ labelId }) => ({ ids: [labelId] })),
  "GET /api/labels/deleted": admins(),
  "POST /api/labels/:id/restore": admins(({ deletedLabelId }) => ({ ids: [deletedLabelId] })),
  "GET /api/views": users(),
  "GET /api/views/counts": users(),
  "POST /api/views": users(() => ({ body: { name: "Mine", screen: "board", query: "team=t" } })),
  "PUT /api/views/start": users(({ viewId }) => ({
    body: { view: viewId },
    effect: { changed: { users: [{ start_view: viewId }] } },
  })),
  "PATCH /api/views/:id": users(({ viewId }) => ({ ids: [viewId], body: { name: "Renamed" } })),
  "DELETE /api/views/:id": users(({ viewId }) => ({ ids: [viewId] })),
  "POST /api/views/:id/restore": users(({ deletedViewId }) => ({ ids: [deletedViewId] })),
  "GET /api/views/:id/tasks.csv": users(({ viewId }) => ({ ids: [viewId] })),
  "GET /api/dashboard/stats": users(),
  "GET /api/tasks/overdue": users(),
  "GET /api/tasks/search": users(),
  "GET /api/tasks/:id": users(({ taskId }) => ({ ids: [taskId] })),
  "DELETE /api/tasks/:id": users(({ taskId }) => ({ ids: [taskId] })),
  "POST /api/tasks/:id/restore": admins(({ deletedTaskId }) => ({ ids: [deletedTaskId] })),
  "GET /api/tasks/:id/comments": users(({ taskId }) => ({ ids: [taskId] })),
  "DELETE /api/tasks/:id/comments/:commentId": users(({ taskId, commentId }) => ({
    ids: [taskId, commentId],
  })),
  "GET /api/tasks/:id/history": users(({ taskId }) => ({ ids: [taskId] })),
  "GET /api/kanban/board": users(),
  "GET /api/kanban/changes": users(),
  "GET /api/tasks/export.csv": users(),
};
