import { type SqlBool, sql } from "kysely";
import type { AuditAction } from "#contract/audit.ts";
import type { HistoryKind } from "#contract/taskHistory.ts";
import type { ChangeKind } from "#server/db/schema/changes.ts";

/** The kind of change that each kind of entry in a task's history shows. */
export const KIND_OF_ENTRY = {
  created: "task.created",
  changed: "task.changed",
  deleted: "task.deleted",
  restored: "task.restored",
  commented: "comment.created",
  comment_edited: "comment.changed",
  comment_deleted: "comment.deleted",
  file_added: "file.added",
  file_changed: "file.changed",
  file_deleted: "file.deleted",
  file_restored: "file.restored",
} as const satisfies Readonly<Record<HistoryKind, ChangeKind>>;

/** The kinds of changes that only a task's history shows. The audit log shows all others. */
const ONLY_IN_HISTORY: ReadonlySet<ChangeKind> = new Set([
  "task.created",
  "task.changed",
  "comment.created",
  "comment.changed",
  "comment.deleted",
  "file.added",
  "file.changed",
]);

/** Whether changes of a kind belong to the audit log, which keeps them for ever. */
export const isAudited = (kind: ChangeKind): kind is AuditAction => !ONLY_IN_HISTORY.has(kind);

/** The rows of the audit log. A literal, because SQLite finds no partial index for a parameter. */
export const IN_AUDIT_LOG = sql<SqlBool>`changes.audited = 1`;
