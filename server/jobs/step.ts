import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/shapes/id.ts";
import { activeAdmins, activeUsers } from "#server/accounts/accountState.ts";
import { type ChangeContext, isProgram } from "#server/changes/context.ts";
import type { JobKind, JobRow } from "#server/db/schema/jobs.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import type { EventBus, ServerEvent } from "#server/eventBus.ts";
import { type Lease, pauseAfterFailure, renewLease } from "./lease.ts";

/** What a step has done. */
export interface Step {
  events: ServerEvent[];
  /** The job has more steps. */
  hasMore: boolean;
}

/** Does the next items, and stores their results, in the transaction that has renewed the lease. */
export type DoStep = (
  trx: Transaction<Database>,
  job: JobRow,
  context: ChangeContext,
  how: { isStopping: boolean },
) => Promise<Step>;

/** What the jobs of a kind do. */
export interface JobWork {
  /** Reads what all steps need. */
  open(db: Kysely<Database>, job: JobRow): Promise<DoStep>;
  /** Who may be the maker of a job: an admin, unless any active user may. */
  isForAll?(trx: Transaction<Database>, job: JobRow): Promise<boolean>;
  /**
   * Whether a step has changed a part of an item. A job that is to stop then goes on with that item, and only
   * with that: its steps get `isStopping`.
   */
  isMidway?(trx: Transaction<Database>, job: JobRow): Promise<boolean>;
  /** Records what an ended or stopped job has done. Returns the events of what it doesn't record. */
  end(trx: Transaction<Database>, job: JobRow, context: ChangeContext): Promise<ServerEvent[]>;
}

export type JobKinds = Readonly<Record<JobKind, JobWork>>;

/** What a worker needs. */
interface WorkerDeps extends Pick<Deps, "db" | "now"> {
  events: Pick<EventBus, "publish">;
}

/** What became of a job: it has more steps, it has ended, or somebody else works on it. */
export type Progress = "more" | "ended" | "lost";

/** Why a job must stop before its next step; "" if it may go on. */
async function reasonToStop(
  trx: Transaction<Database>,
  job: JobRow,
  maker: NamedRecord,
  { isForAll }: JobWork,
): Promise<string> {
  if (job.stop_reason !== "" || isProgram(maker)) return job.stop_reason;
  const forAll = isForAll !== undefined && (await isForAll(trx, job));
  const allowed = await (forAll ? activeUsers(trx) : activeAdmins(trx))
    .where("id", "=", maker.id)
    .executeTakeFirst();
  return allowed ? "" : `${maker.name} is no longer an active ${forAll ? "user" : "admin"}`;
}

/** After a step that succeeds, a job may fail as often again. */
async function forgetFailures(trx: Transaction<Database>, { id }: JobRow): Promise<void> {
  await trx.updateTable("jobs").set({ failures: 0 }).where("id", "=", id).execute();
}

/**
 * How many of a subject's changed items no entry of the audit log tells of yet, for the entry at the end of
 * a job. A job that was stopped, and begun again by another admin, has an entry for each of them.
 *
 * @param changed the number of items that the job has changed since it was first begun
 */
export async function countUnrecorded(
  trx: Transaction<Database>,
  { id, recorded }: JobRow,
  changed: number,
): Promise<number> {
  await trx.updateTable("jobs").set({ recorded: changed }).where("id", "=", id).execute();
  return changed - recorded;
}

/** Ends a job in the transaction of its last step. Returns its last state. */
export async function endJob(
  trx: Transaction<Database>,
  job: JobRow,
  stop_reason: string,
  at: Date,
): Promise<JobRow> {
  const ended = {
    state: stop_reason === "" ? ("done" as const) : ("stopped" as const),
    stop_reason,
    ended_at: at.toISOString(),
    lease_owner: null,
    lease_until: null,
  };
  await trx.updateTable("jobs").set(ended).where("id", "=", job.id).execute();
  return { ...job, ...ended };
}

const contextOfJob = ({ subject_id: id, kind, made_by, made_by_name }: JobRow, at: Date) => ({
  by: { id: made_by, name: made_by_name },
  at,
  origin: { kind: kind.startsWith("import") ? "import" : "job", id } as const,
});

/**
 * Returns a function that does the next step of a job in one transaction, which first renews the
 * lease: so each item is changed once, and either completely or not at all. Several may try: only the
 * one with the lease succeeds. After a failure others may try.
 */
export function workOn(
  { db, events, now }: WorkerDeps,
  kinds: JobKinds,
  lease: Pick<Lease, "id" | "owner">,
): () => Promise<Progress> {
  let open: { step: DoStep; work: JobWork } | undefined;

  async function openJob() {
    const job = await renewLease(db, lease);
    if (!job) return undefined;
    const work = kinds[job.kind];
    return { step: await work.open(db, job), work };
  }

  async function next(): Promise<Progress> {
    open ??= await openJob();
    if (!open) return "lost";
    const { step, work } = open;
    const done = await transaction(db, async (trx): Promise<Step | undefined> => {
      const job = await renewLease(trx, lease);
      if (!job) return undefined;
      const context = contextOfJob(job, now());
      const reason = await reasonToStop(trx, job, context.by, work);
      // A maker who has lost the right changes nothing more.
      const isStopping = job.stop_reason !== "" && (await work.isMidway?.(trx, job)) === true;
      const goesOn = reason === "" || isStopping;
      const last = goesOn
        ? await step(trx, job, context, { isStopping })
        : { events: [], hasMore: false };
      if (last.hasMore) {
        if (job.failures > 0) await forgetFailures(trx, job);
        return last;
      }
      const ended = await endJob(trx, job, reason, context.at);
      return { events: [...last.events, ...(await work.end(trx, ended, context))], hasMore: false };
    });
    for (const event of done?.events ?? []) events.publish(event);
    if (!done) return "lost";
    return done.hasMore ? "more" : "ended";
  }

  return async () => {
    try {
      return await next();
    } catch (failure) {
      // If the database can't be reached, the lease ends by itself.
      await pauseAfterFailure(db, lease).catch(() => undefined);
      throw failure;
    }
  };
}

/**
 * Does the steps of a job until it ends, somebody else has it, or `goesOn` says no. Other requests get
 * their turn between two steps.
 *
 * @param next see {@link workOn}
 */
export async function finishJob(
  next: () => Promise<Progress>,
  goesOn: () => Promise<boolean> = async () => true,
): Promise<Progress> {
  for (;;) {
    const progress = await next();
    if (progress !== "more" || !(await goesOn())) return progress;
    await nextTurn();
  }
}
