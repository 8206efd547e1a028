import { expect } from "@jest/globals";
import {
  admins,
  entry,
  GENERATED,
  historyEntry,
  LATER,
  type RouteCall,
  taskSubject,
  users,
} from "./scene.ts";

export const TASKS_CALLS: Readonly<Record<string, RouteCall>> = {
  "POST /api/tasks": users(({ member }) => ({
    body: { title: "Another", priority: "High" },
    effect: {
      inserted: {
        tasks: [
          {
            id: GENERATED,
            title: "Another",
            description: "",
            status: "Todo",
            priority: "High",
            due_date: null,
            assignee_id: member.user.id,
            team_id: null,
            created_by: member.user.id,
            created_at: LATER,
            updated_at: LATER,
            status_changed_at: LATER,
            version: 1,
            search_text: "another\n",
          },
        ],
        task_history: [historyEntry("created", member.user, GENERATED)],
      },
    },
  })),
  "PUT /api/tasks/:id": users(({ member, taskId }) => ({
    ids: [taskId],
    body: { title: "Changed", priority: "Low" },
    effect: {
      changed: {
        tasks: [{ title: "Changed", search_text: "changed\n", updated_at: LATER, version: 2 }],
      },
      inserted: {
        task_history: [
          historyEntry("changed", member.user, taskId, [
            { field: "title", from: "Task", to: "Changed" },
          ]),
        ],
      },
    },
  })),
  "PATCH /api/tasks/:id": users(({ member, taskId }) => ({
    ids: [taskId],
    body: { priority: "High" },
    effect: {
      changed: { tasks: [{ priority: "High", updated_at: LATER, version: 2 }] },
      inserted: {
        task_history: [
          historyEntry("changed", member.user, taskId, [
            { field: "priority", from: "Low", to: "High" },
          ]),
        ],
      },
    },
  })),
  "PATCH /api/kanban/:id/status": users(({ member, taskId }) => ({
    ids: [taskId],
    body: { status: "Done" },
    effect: {
      changed: {
        tasks: [{ status: "Done", status_changed_at: LATER, updated_at: LATER, version: 2 }],
      },
      inserted: {
        task_history: [
          historyEntry("changed", member.user, taskId, [
            { field: "status", from: "Todo", to: "Done" },
          ]),
        ],
      },
    },
  })),
  "POST /api/tasks/:id/comments": users(({ admin, member, taskId }) => ({
    ids: [taskId],
    body: { comment: "A comment" },
    effect: {
      inserted: {
        comments: [
          {
            id: GENERATED,
            task_id: taskId,
            user_id: member.user.id,
            user_name: "Max",
            comment: "A comment",
            search_text: "a comment",
            created_at: LATER,
            edited_at: null,
          },
        ],
        notifications: [
          {
            user_id: admin.user.id,
            id: GENERATED,
            kind: "commented",
            task_id: taskId,
            comment_id: GENERATED,
            actor_id: member.user.id,
            actor_name: "Max",
            created_at: LATER,
            read_at: null,
            handed_over: null,
          },
        ],
        task_history: [historyEntry("commented", member.user, taskId)],
      },
    },
  })),
  "PATCH /api/tasks/:id/comments/:commentId": users(({ member, taskId, commentId }) => ({
    ids: [taskId, commentId],
    body: { comment: "Edited" },
    effect: {
      changed: { comments: [{ comment: "Edited", search_text: "edited", edited_at: LATER }] },
      inserted: { task_history: [historyEntry("comment_edited", member.user, taskId)] },
    },
  })),
  "GET /api/dashboard/stats": users(),
  "GET /api/tasks/overdue": users(),
  "GET /api/tasks/search": users(),
  "GET /api/tasks/:id": users(({ taskId }) => ({ ids: [taskId] })),
  "DELETE /api/tasks/:id": users(({ member, taskId: id, commentId }) => ({
    ids: [id],
    effect: {
      deleted: {
        tasks: [expect.objectContaining({ id })],
        comments: [expect.objectContaining({ id: commentId })],
      },
      inserted: {
        deleted_comments: [expect.objectContaining({ id: commentId })],
        deleted_tasks: [expect.objectContaining({ id, title: "Task", deleted_at: LATER })],
        audit_log: [entry("task.deleted", member.user, taskSubject(id, "Task"))],
        task_history: [historyEntry("deleted", member.user, id)],
      },
    },
  })),
  "POST /api/tasks/:id/restore": admins(({ admin, deletedTaskId: id }) => ({
    ids: [id],
    effect: {
      deleted: { deleted_tasks: [expect.objectContaining({ id })] },
      inserted: {
        tasks: [expect.objectContaining({ id, title: "Deleted", version: 2 })],
        audit_log: [entry("task.restored", admin.user, taskSubject(id, "Deleted"))],
        task_history: [historyEntry("restored", admin.user, id)],
      },
    },
  })),
  "GET /api/tasks/:id/comments": users(({ taskId }) => ({ ids: [taskId] })),
  "DELETE /api/tasks/:id/comments/:commentId": users(({ member, taskId, commentId }) => ({
    ids: [taskId, commentId],
    effect: {
      deleted: { comments: [expect.objectContaining({ id: commentId })] },
      inserted: { task_history: [historyEntry("comment_deleted", member.user, taskId)] },
    },
  })),
  "GET /api/tasks/:id/history": users(({ taskId }) => ({ ids: [taskId] })),
  "GET /api/kanban/board": users(),
  "GET /api/kanban/changes": users(),
  "GET /api/tasks/export.csv": users(),
};
