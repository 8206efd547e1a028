import type { FastifyInstance } from "fastify";
import { auditQueryRule } from "#contract/rules/audit.ts";
import { AuditPageResponse } from "#contract/shapes/audit.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
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
export function auditRoutes(app: FastifyInstance, { db }: Deps): void {
  app.get("/api/audit", READ, async ({ query }): Promise<AuditPageResponse> => {
    const search = validated(auditQueryRule, query);
    const { entries, total } = await searchAudit(db, search);
    const { page, limit } = search;
    return { entries, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
  });
}
