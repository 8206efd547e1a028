import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import {
  claimBackup,
  readLastBackup,
  saveLastBackup,
  setBackupDue,
} from "#server/db/backup/scheduled.ts";
import type { Deps } from "#server/deps.ts";
import { redactSecrets } from "#server/http/log.ts";
import { publishInbox } from "#server/inbox/publish.ts";
import { runEvery } from "#server/intervals.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
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

type ScheduleDeps = Pick<Deps, "db" | "config" | "events" | "now">;

/**
 * Returns a function that writes a backup if one is due, checks it, records how it ended, and deletes
 * old ones. Without BACKUP_EVERY no backup is ever due.
 */
export function createBackups(
  { db, config, events, now }: ScheduleDeps,
  log: Pick<FastifyInstance["log"], "info" | "error">,
  signal: AbortSignal,
): () => Promise<void> {
  const { backups, postgres, dataDir } = config;
  const folder = path.resolve(dataDir, "backups");

  return async () => {
    const startedAt = now();
    if (!backups || !(await claimBackup(db, startedAt, backups.everyMs))) return;
    const name = nameOf(startedAt);
    const file = path.join(folder, name);
    const started_at = startedAt.toISOString();
    let isWritten = false;
    try {
      await writeBackup(postgres?.url ?? dataDir, file, signal);
      const ended_at = now().toISOString();
      const bytes = statSync(file).size;
      const backup = { started_at, ended_at, file: name, bytes, error: null };
      await saveLastBackup(db, { ...backup, succeeded_at: ended_at });
      await setBackupDue(db, new Date(startedAt.getTime() + backups.everyMs));
      log.info({ file, bytes }, "A backup was written and checked");
      isWritten = true;
    } catch (failure) {
      // The next start writes it.
      if (signal.aborted) return await setBackupDue(db, startedAt);
      const error = redactSecrets(failure instanceof Error ? failure.message : String(failure));
      log.error({ file, error }, "A backup failed");
      const { succeeded_at = null } = (await readLastBackup(db)) ?? {};
      const ended_at = now().toISOString();
      await saveLastBackup(db, { started_at, ended_at, file: name, bytes: 0, error, succeeded_at });
    }
    publishInbox(events, await adminIds(db));
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
