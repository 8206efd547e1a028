import type { FastifyInstance } from "fastify";
import {
  AUDIT_ACTIONS,
  type AuditDetails,
  type AuditEntry,
  type AuditPageResponse,
  type AuditSubject,
} from "#contract/audit.ts";
import { auditQueryRule } from "#contract/rules/audit.ts";
import {
  enumOf,
  id,
  instant,
  listOf,
  named,
  namedRecord,
  PAGINATION,
  shape,
  text,
} from "#contract/shapes/shape.ts";
import { RUN_ACTIONS } from "#contract/userRun.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";
import { validated } from "#server/http/errors.ts";
import { searchAudit } from "./queries.ts";

const ENTRY = named(
  "AuditEntry",
  shape<AuditEntry>(
    {
      id,
      at: instant,
      actor: namedRecord,
      action: enumOf(AUDIT_ACTIONS),
      subject: shape<AuditSubject>({
        kind: enumOf(["user", "team", "task"]),
        id,
        name: text,
      }),
      details: shape<AuditDetails>(
        {
          from: text,
          to: text,
          team: namedRecord,
          token: namedRecord,
          count: { type: "integer", minimum: 1 },
          network: text,
          run: enumOf(RUN_ACTIONS),
        },
        ["from", "to", "team", "token", "count", "network", "run"],
      ),
      restorable: {
        type: "boolean",
        const: true,
        description: "Present in a task's deletion while the task can be restored.",
      },
    },
    ["restorable"],
  ),
);
const PAGE = named(
  "AuditPage",
  shape<AuditPageResponse>({ entries: listOf(ENTRY), pagination: PAGINATION }),
);

const READ = api({
  access: "admin",
  tag: "Audit",
  operationId: "listAuditEntries",
  summary: "A page of changes to accounts and teams and of deleted tasks, newest first",
  query: auditQueryRule,
  response: PAGE,
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
