export type { Backup, BackupResponse } from "./shapes/backup.ts";
