import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import type { Backup } from "#contract/shapes/backup.ts";
import { readLastBackup, saveLastBackup, setBackupDue } from "#server/db/backup/scheduled.ts";
import { databaseTime } from "#server/db/clock.ts";
import { transaction } from "#server/db/transaction.ts";
import type { Deps } from "#server/deps.ts";
import { filesFolder } from "#server/files/folderStore.ts";
import { redactSecrets } from "#server/http/log.ts";
import { wakeInbox } from "#server/inbox/wakeInbox.ts";
import { runEvery } from "#server/intervals.ts";
import { type Lease, renewLease, whileHeld } from "#server/jobs/lease.ts";
import { endJob } from "#server/jobs/step.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import { claimBackup } from "./claim.ts";
import { writeBackup } from "./writeBackup.ts";

/** How often the server looks whether a backup is due, in ms. */
const CHECK_MS = 60_000;

/** Backups of an operator have other names, so they are never deleted. */
const SCHEDULED = /^taskdeck-scheduled-.*\.db$/;
const nameOf = (at: Date) =>
  `taskdeck-scheduled-${at.toISOString().replace(/\.\d+/, "").replaceAll(":", "-")}.db`;

/** Deletes all but the newest scheduled backups. Their names contain their times. */
function prune(folder: string, keep: number): void {
  const names = readdirSync(folder).filter((name) => SCHEDULED.test(name));
  for (const name of names.sort().slice(0, -keep)) rmSync(path.join(folder, name));
}

type ScheduleDeps = Pick<Deps, "db" | "config" | "events">;

/**
 * Returns a function that writes a backup if one is due, checks it, records how it ended, and deletes
 * old ones. Without BACKUP_EVERY no backup is ever due.
 *
 * @param clock the same for all servers of the database: otherwise two of them would write one backup each
 */
export function createBackups(
  { db, config, events }: ScheduleDeps,
  log: Pick<FastifyInstance["log"], "info" | "error">,
  signal: AbortSignal,
  write = writeBackup,
  clock = databaseTime,
): () => Promise<void> {
  const { backups, postgres, dataDir } = config;
  const folder = path.resolve(dataDir, "backups");

  /** Records how a backup has ended, unless another server writes one now. */
  async function end(lease: Lease, due: Date | null, backup: Backup | null): Promise<boolean> {
    return await transaction(db, async (trx) => {
      const job = await renewLease(trx, lease);
      if (!job) return false;
      if (due) await setBackupDue(trx, due);
      if (backup) await saveLastBackup(trx, backup);
      await endJob(trx, job, backup?.error ?? "", await clock(trx));
      return true;
    });
  }

  return async () => {
    if (!backups) return;
    const startedAt = await clock(db);
    const lease = await claimBackup(db, startedAt, backups.everyMs);
    if (!lease) return;
    const name = nameOf(startedAt);
    const file = path.join(folder, name);
    const started_at = startedAt.toISOString();
    const ended = { started_at, file: name };
    let isWritten = false;
    try {
      const missing = await whileHeld(db, lease, async (lost) => {
        const files = backups.hasFiles ? filesFolder(config) : null;
        const written = { where: postgres?.url ?? dataDir, file, files };
        return await write(written, AbortSignal.any([signal, lost]));
      });
      if (missing > 0) {
        log.error(`The bytes of ${missing} files are missing: "taskdeck check-files" names them`);
      }
      const ended_at = (await clock(db)).toISOString();
      const bytes = statSync(file).size;
      const due = new Date(startedAt.getTime() + backups.everyMs);
      const backup = { ...ended, ended_at, bytes, error: null, succeeded_at: ended_at };
      isWritten = await end(lease, due, backup);
      log.info({ file, bytes }, "A backup was written and checked");
    } catch (failure) {
      // The next start writes it.
      if (signal.aborted) return void (await end(lease, startedAt, null));
      const error = redactSecrets(failure instanceof Error ? failure.message : String(failure));
      log.error({ file, error }, "A backup failed");
      const { succeeded_at = null } = (await readLastBackup(db)) ?? {};
      const ended_at = (await clock(db)).toISOString();
      await end(lease, null, { ...ended, ended_at, bytes: 0, error, succeeded_at });
    }
    wakeInbox(events, await adminIds(db));
    // A failure is logged, and doesn't make the backup a failed one.
    if (isWritten) prune(folder, backups.keep);
  };
}

/** The admins, whose inboxes say that a backup has failed. */
async function adminIds(db: Deps["db"]): Promise<string[]> {
  const admins = await db.selectFrom("users").select("id").where("role", "=", "admin").execute();
  return admins.map(({ id }) => id);
}

/** Writes backups while the server runs. Closing the server stops one that is under way. */
export function backUpOnSchedule(
  app: FastifyInstance,
  deps: Deps,
  metrics: Metrics | undefined,
): void {
  if (!deps.config.backups) return;
  const stop = new AbortController();
  app.addHook("preClose", (done) => {
    stop.abort();
    done();
  });
  runEvery(app, CHECK_MS, createBackups(deps, app.log, stop.signal));
  metrics?.watchBackups(async () => await readLastBackup(deps.db));
}
