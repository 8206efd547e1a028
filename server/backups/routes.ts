import type { FastifyInstance } from "fastify";
import { BackupResponse } from "#contract/shapes/backup.ts";
import { readLastBackup } from "#server/db/backup/scheduled.ts";
import type { Deps } from "#server/deps.ts";
import { api } from "#server/http/apiRoute.ts";

const READ = api({
  access: "admin",
  tag: "Audit",
  operationId: "getLastBackup",
  summary: "The last scheduled backup that has ended; null if there was none",
  response: BackupResponse,
});

/** How the last scheduled backup ended, for admins. */
export function backupRoutes(app: FastifyInstance, { db }: Pick<Deps, "db">): void {
  app.get(
    "/api/backup",
    READ,
    async (): Promise<BackupResponse> => ({ backup: await readLastBackup(db) }),
  );
}
