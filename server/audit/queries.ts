import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from "kysely";
import type { InferType } from "yup";
import type { AuditAction } from "#contract/audit.ts";
import type { auditQueryRule } from "#contract/rules/audit.ts";
import type { AuditDetails, AuditEntry } from "#contract/shapes/audit.ts";
import { IN_AUDIT_LOG } from "#server/changes/kinds.ts";
import { readOrigin } from "#server/changes/origins.ts";
import { countRows } from "#server/db/countRows.ts";
import type { ChangeRow } from "#server/db/schema/changes.ts";
import type { Database } from "#server/db/schema.ts";

/** The maximum number of runs whose entries are listed for one user. */
const RUNS_OF_SUBJECT_MAX = 200;

/** A validated query of the log. */
type AuditSearch = InferType<typeof auditQueryRule>;

/** The bulk action or the import of which an entry tells. Older entries about tasks don't name theirs. */
function bulkOf({ kind, subject_id, part_of }: ChangeRow): AuditEntry["bulk"] {
  if (kind.startsWith("users.run_")) return { kind: "user", id: subject_id };
  const [type, id] = part_of?.split(" ") ?? [];
  if (id === undefined || (type !== "taskRun" && type !== "import")) return undefined;
  return { kind: type === "import" ? "import" : "task", id };
}

function presentEntry(row: ChangeRow & { restorable: string | null }): AuditEntry {
  const origin = readOrigin(row.origin);
  const bulk = bulkOf(row);
  return {
    id: row.id,
    at: row.at,
    actor: { id: row.actor_id, name: row.actor_name },
    action: row.kind as AuditAction,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    details: JSON.parse(row.details) as AuditDetails,
    ...(origin && { origin }),
    ...(bulk && { bulk }),
    ...(row.restorable !== null && { restorable: true }),
  };
}

/** The last runs that changed a user. Each has one entry for all its users. */
async function runsOf(db: Kysely<Database>, subject: string): Promise<string[]> {
  const rows = await db
    .selectFrom("run_items")
    .select("run_id")
    .where("item_id", "=", subject)
    .where("changed_at", "is not", null)
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
  return (eb: ExpressionBuilder<Database, "changes">) => {
    const conditions: Expression<SqlBool>[] = [];
    if (actor) conditions.push(eb("changes.actor_id", "=", actor));
    if (action) conditions.push(eb("changes.kind", "=", action));
    if (subject) {
      // SQLite reads the whole log for an `or` of two columns.
      const entries = eb.selectFrom("changes").select("number").where(IN_AUDIT_LOG);
      const ofTeam = entries.where("team_id", "=", subject);
      const found = entries.where("subject_id", "in", [subject, ...runs]).union(ofTeam);
      conditions.push(eb("changes.number", "in", found));
    }
    return eb.and(conditions);
  };
}

/** One page of the matching entries, newest first, and the number of all matching entries. */
export async function searchAudit(
  db: Kysely<Database>,
  { page, limit, ...filters }: AuditSearch,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const runs = filters.subject ? await runsOf(db, filters.subject) : [];
  const matching = db.selectFrom("changes").where(IN_AUDIT_LOG).where(matches(filters, runs));
  const total = await countRows(db, matching.select("changes.number"));
  const rows = await matching
    .leftJoin("deleted_tasks", (join) =>
      join
        .onRef("deleted_tasks.id", "=", "changes.subject_id")
        .onRef("deleted_tasks.deleted_at", "=", "changes.at")
        .on("changes.kind", "=", "task.deleted"),
    )
    .selectAll("changes")
    .select("deleted_tasks.id as restorable")
    .orderBy("changes.at", "desc")
    .orderBy("changes.number", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { entries: rows.map(presentEntry), total };
}
