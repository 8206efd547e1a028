import type { FastifyInstance } from "fastify";
import type { Backup, BackupResponse } from "#contract/backup.ts";
import { count, instant, nullable, shape, text } from "#contract/shapes/shape.ts";
import { readLastBackup } from "#server/db/backup/scheduled.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";

const BACKUP = shape<Backup>({
  started_at: instant,
  ended_at: instant,
  file: text,
  bytes: count,
  error: { ...nullable(text), description: "Why it failed; null after a success." },
  succeeded_at: { ...nullable(instant), description: "When the last backup succeeded." },
});

const READ = api({
  access: "admin",
  tag: "Audit",
  operationId: "getLastBackup",
  summary: "The last scheduled backup that has ended; null if there was none",
  response: shape<BackupResponse>({ backup: nullable(BACKUP) }),
});

/** How the last scheduled backup ended, for admins. */
export function backupRoutes(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  app.get(
    "/api/backup",
    READ,
    async (): Promise<BackupResponse> => ({ backup: await readLastBackup(db) }),
  );
}
