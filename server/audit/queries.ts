import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from "kysely";
import type { InferType } from "yup";
import type { AuditDetails, AuditEntry } from "#contract/audit.ts";
import type { auditQueryRule } from "#contract/rules/audit.ts";
import { countRows } from "#server/db/countRows.ts";
import type { AuditRow, Database } from "#server/db/schema.ts";

/** The maximum number of runs whose entries are listed for one user. */
const RUNS_OF_SUBJECT_MAX = 200;

/** A validated query of the log. */
export type AuditSearch = InferType<typeof auditQueryRule>;

const presentEntry = (row: AuditRow & { restorable: string | null }): AuditEntry => ({
  id: row.id,
  at: row.at,
  actor: { id: row.actor_id, name: row.actor_name },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  details: JSON.parse(row.details) as AuditDetails,
  ...(row.restorable !== null && { restorable: true }),
});

/** The last runs that changed a user. Each has one entry for all its users. */
async function runsOf(db: Kysely<Database>, subject: string): Promise<string[]> {
  const rows = await db
    .selectFrom("user_run_items")
    .select("run_id")
    .where("user_id", "=", subject)
    .where("result", "in", ["done", "undone", "kept"])
    .orderBy("changed_at", "desc")
    .limit(RUNS_OF_SUBJECT_MAX)
    .execute();
  return rows.map(({ run_id }) => run_id);
}

function matches(
  { actor, action, subject }: Pick<AuditSearch, "actor" | "action" | "subject">,
  runs: readonly string[],
) {
  return (eb: ExpressionBuilder<Database, "audit_log">) => {
    const conditions: Expression<SqlBool>[] = [];
    if (actor) conditions.push(eb("audit_log.actor_id", "=", actor));
    if (action) conditions.push(eb("audit_log.action", "=", action));
    if (subject)
      conditions.push(
        eb.or([
          eb("audit_log.subject_id", "in", [subject, ...runs]),
          eb("audit_log.team_id", "=", subject),
        ]),
      );
    return eb.and(conditions);
  };
}

/** One page of the matching entries, newest first, and the number of all matching entries. */
export async function searchAudit(
  db: Kysely<Database>,
  { page, limit, ...filters }: AuditSearch,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const runs = filters.subject ? await runsOf(db, filters.subject) : [];
  const matching = db.selectFrom("audit_log").where(matches(filters, runs));
  const total = await countRows(db, matching.select("audit_log.id"));
  const rows = await matching
    .leftJoin("deleted_tasks", (join) =>
      join
        .onRef("deleted_tasks.id", "=", "audit_log.subject_id")
        .onRef("deleted_tasks.deleted_at", "=", "audit_log.at")
        .on("audit_log.action", "=", "task.deleted"),
    )
    .selectAll("audit_log")
    .select("deleted_tasks.id as restorable")
    .orderBy("audit_log.at", "desc")
    .orderBy("audit_log.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { entries: rows.map(presentEntry), total };
}
