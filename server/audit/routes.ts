import type { FastifyInstance } from "fastify";
import { auditQueryRule } from "#contract/rules/audit.ts";
import { AuditPageResponse } from "#contract/shapes/audit.ts";
import { api } from "#server/http/apiRoute.ts";
import type { ReadDeps } from "#server/search/longReads.ts";
import { userOf } from "#server/sessions/access.ts";
import { searchAudit } from "./queries.ts";

const READ = api({
  access: "admin",
  tag: "Audit",
  operationId: "listAuditEntries",
  summary: "A page of changes to accounts and teams and of deleted tasks, newest first",
  query: auditQueryRule,
  response: AuditPageResponse,
});

/** Routes for the audit log. Admins may read it; no route changes it. */
export function auditRoutes(app: FastifyInstance, { db, runLongRead }: ReadDeps): void {
  app.get("/api/audit", READ, async (request): Promise<AuditPageResponse> => {
    const { query } = request;
    const read = () => searchAudit(db, query);
    const { entries, total } = await runLongRead(userOf(request).id, read);
    const { page, limit } = query;
    return { entries, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
  });
}
