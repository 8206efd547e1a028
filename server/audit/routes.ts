import type { AuditPageResponse } from "#contract/audit.ts";
import { auditQueryRule } from "#contract/rules/audit.ts";
import type { Deps } from "#server/deps.ts";
import { validated } from "#server/http/errors.ts";
import type { FastifyInstance } from "fastify";
import { searchAudit } from "./queries.ts";

/** Who did what, when: for admins to read. No call changes it. */
export function auditRoutes(app: FastifyInstance, { db }: Deps): void {
  app.get(
    "/api/audit",
    { config: { access: "admin" } },
    async ({ query }): Promise<AuditPageResponse> => {
      const search = validated(auditQueryRule, query);
      const { entries, total } = await searchAudit(db, search);
      const { page, limit } = search;
      return { entries, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
    },
  );
}
