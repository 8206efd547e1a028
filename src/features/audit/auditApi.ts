import { callsOf } from "#api/api.ts";
import { addCallTexts } from "#api/callTexts.ts";
import { type CallError, isNotOffered } from "#api/errors.ts";
import { idTag, listTag, unlessRefused } from "#api/tags.ts";
import { AUDIT_PAGE_SIZE, type AuditQuery } from "#contract/audit.ts";
import type { AuditPageResponse } from "#contract/shapes/audit.ts";
import type { Backup, BackupResponse } from "#contract/shapes/backup.ts";

/** The query of the first page, without filters. */
export const FIRST_PAGE: AuditQuery = { page: 1, limit: AUDIT_PAGE_SIZE };

/** Reads a page of the log; null for any other response. */
function readPage(raw: unknown): AuditPageResponse | null {
  const { entries, pagination } = (raw ?? {}) as Partial<AuditPageResponse>;
  return Array.isArray(entries) && pagination ? { entries, pagination } : null;
}

export const auditApi = callsOf("audit").injectEndpoints({
  endpoints: (build) => ({
    getAudit: build.query<AuditPageResponse | null, AuditQuery>({
      query: (query) => ({ url: "/api/audit", params: { ...query } }),
      transformResponse: readPage,
      providesTags: ["Audit"],
    }),
    /** Null if the server has written no scheduled backup. */
    getBackup: build.query<Backup | null, void>({
      query: () => ({ url: "/api/backup" }),
      transformResponse: (raw) => (raw as Partial<BackupResponse> | null)?.backup ?? null,
    }),
    restoreTask: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/tasks/${encodeURIComponent(id)}/restore`, method: "POST" }),
      // The log is refetched even after a refusal, which means that the cached log is out of date.
      invalidatesTags: (_response, error, id) => [
        "Audit",
        "TaskRun",
        ...unlessRefused(error, [
          idTag("Task", id),
          listTag("Task"),
          idTag("Comment", id),
          "Board" as const,
          "Dashboard" as const,
        ]),
      ],
    }),
  }),
});

addCallTexts(auditApi, {
  restoreTask: { success: "Task restored", serverFailure: "Failed to restore task" },
});

export const { useGetAuditQuery, useGetBackupQuery, useRestoreTaskMutation } = auditApi;

/** Whether the server keeps no log, which the contract (§7) doesn't require. */
export function isLogAbsent({ data, error }: { data?: unknown; error?: CallError }): boolean {
  return error ? isNotOffered(error) : data === null;
}
