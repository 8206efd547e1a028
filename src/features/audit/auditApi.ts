import { api } from "#api/api.ts";
import { type CallError, statusOf } from "#api/errors.ts";
import { changed, idTag, listTag } from "#api/tags.ts";
import type { AuditPageResponse, AuditQuery } from "#contract/audit.ts";

/** The log, or null from a server that answers with something else. */
function readPage(raw: unknown): AuditPageResponse | null {
  const { entries, pagination } = (raw ?? {}) as Partial<AuditPageResponse>;
  return Array.isArray(entries) && pagination ? { entries, pagination } : null;
}

export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAudit: build.query<AuditPageResponse | null, AuditQuery>({
      query: (query) => ({ url: "/api/audit", params: { ...query } }),
      transformResponse: readPage,
      providesTags: ["Audit"],
    }),
    restoreTask: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/tasks/${encodeURIComponent(id)}/restore`, method: "POST" }),
      // A refusal tells that the log is not what we know.
      invalidatesTags: (_answer, error, id) => [
        "Audit",
        ...changed(error, [
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

export const { useGetAuditQuery, useRestoreTaskMutation } = auditApi;

/** No such call; a page of the app's own, where a server answers so to what it doesn't know, too. */
const NO_LOG = new Set([200, 404, 405, 501]);

/** Whether the server keeps no log: the contract of §7 asks for none. */
export function isLogAbsent({ data, error }: { data?: unknown; error?: CallError }): boolean {
  return error ? NO_LOG.has(statusOf(error) ?? 0) : data === null;
}
