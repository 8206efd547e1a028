/** The last scheduled backup that has ended, well or not. */
export interface Backup {
  /** ISO 8601 instants in UTC. */
  started_at: string;
  ended_at: string;
  /** The name of the file in the folder `backups` of the server that wrote it. */
  file: string;
  /** 0 after a failure. */
  bytes: number;
  /** Why it failed; null after a success. */
  error: string | null;
  /** When the last backup succeeded; null: never. */
  succeeded_at: string | null;
}

/** GET /api/backup. Not in §7, so another server may not have it. */
export interface BackupResponse {
  /** Null if no scheduled backup has ended yet. */
  backup: Backup | null;
}
