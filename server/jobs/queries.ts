import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { type ChangeContext, requireSameBody } from "#server/changes/context.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { JobKind, JobRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { type Lease, leaseOf } from "./lease.ts";

/** The jobs of a subject by their kinds. */
export type JobsOf = ReadonlyMap<JobKind, JobRow>;

/** The jobs of each subject that has any. */
export async function readJobs(
  db: Kysely<Database>,
  subjectIds: readonly string[],
): Promise<Map<string, JobsOf>> {
  const rows = await db
    .selectFrom("jobs")
    .selectAll()
    .where("subject_id", "in", valuesIn(db, subjectIds))
    .execute();
  const bySubject = Map.groupBy(rows, (job) => job.subject_id);
  return new Map(
    Array.from(bySubject, ([id, jobs]) => [id, new Map(jobs.map((job) => [job.kind, job]))]),
  );
}

/**
 * Begins a job, or begins one of before again in the name of another maker. Nobody goes on with other
 * jobs of its subject. Returns its lease.
 */
export async function beginJob(
  trx: Transaction<Database>,
  { kind, subject_id }: Pick<JobRow, "kind" | "subject_id">,
  { by, at, id, bodyHash }: ChangeContext,
): Promise<Lease> {
  const owner = randomUUID();
  await trx
    .updateTable("jobs")
    .set({ state: "stopped", stop_reason: "Replaced", ended_at: at.toISOString() })
    .where("subject_id", "=", subject_id)
    .where("state", "=", "running")
    .execute();
  const begun = {
    state: "running" as const,
    made_at: at.toISOString(),
    made_by: by.id,
    made_by_name: by.name,
    ended_at: null,
    stop_reason: "",
    failures: 0,
    request_id: id ?? null,
    body_hash: bodyHash ?? null,
    ...leaseOf(trx, owner),
  };
  const job = await trx
    .insertInto("jobs")
    .values({ id: randomUUID(), kind, subject_id, ...begun })
    .onConflict((clash) => clash.columns(["subject_id", "kind"]).doUpdateSet(begun))
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: job.id, owner, maker: by.id };
}

/**
 * Whether an earlier attempt of this request has begun a job, perhaps on another server. Throws a 422 if
 * that attempt had another body.
 */
export async function isBegun(
  db: Kysely<Database>,
  { kind, subject_id }: Pick<JobRow, "kind" | "subject_id">,
  context: ChangeContext,
): Promise<boolean> {
  const { id } = context;
  const job = await db
    .selectFrom("jobs")
    .select(["request_id", "body_hash"])
    .where("subject_id", "=", subject_id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (!job || id === undefined || (id !== subject_id && id !== job.request_id)) return false;
  requireSameBody(job, context);
  return true;
}

/**
 * Makes the next step of a subject's job stop it: the items that it hasn't reached stay as they are.
 *
 * @returns a lease for this step; undefined if the job has ended, or is being stopped already
 */
export async function stopJob(
  db: Kysely<Database>,
  subjectId: string,
  by: NamedRecord,
): Promise<Lease | undefined> {
  // No transaction: on PostgreSQL it would conflict with the job's steps again and again.
  const stopped = await db
    .updateTable("jobs")
    .set({ stop_reason: `Stopped by ${by.name}` })
    .where("subject_id", "=", subjectId)
    .where("state", "=", "running")
    .where("stop_reason", "=", "")
    .returning(["id", "made_by as maker"])
    .executeTakeFirst();
  return stopped && { ...stopped, owner: randomUUID() };
}

/** The kinds of jobs that change what people see. The others only tidy up after themselves. */
const CHANGING = {
  user_run: "bulk action on users",
  user_run_undo: "undo of a bulk action on users",
  task_run: "bulk action on tasks",
  task_run_undo: "undo of a bulk action on tasks",
  import_check: "check of an import",
  import: "import",
  import_undo: "undo of an import",
} as const satisfies Partial<Record<JobKind, string>>;

/**
 * Makes the next step of every job stop it, as {@link stopJob} does, and any server may do this step at once.
 *
 * @returns a sentence about each job
 */
export async function stopAllJobs(db: Kysely<Database>, stop_reason: string): Promise<string[]> {
  const kinds = Object.keys(CHANGING) as (keyof typeof CHANGING)[];
  const stopped = await db
    .updateTable("jobs")
    .set({ stop_reason, lease_owner: null, lease_until: null })
    .where("state", "=", "running")
    .where("kind", "in", kinds)
    .returningAll()
    .execute();
  return stopped.map(({ kind, made_by_name, made_at }) => {
    const job = CHANGING[kind as keyof typeof CHANGING];
    return `Stopped: the ${job} that ${made_by_name} began at ${made_at}. It can be begun again.`;
  });
}
