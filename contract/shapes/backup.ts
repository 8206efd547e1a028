import { count, instant, nullable, object, type TypeOf, text } from "./shape.ts";

/** The last scheduled backup that has ended, well or not. */
export const Backup = object({
  started_at: instant,
  ended_at: instant,
  /** The name of the file in the folder `backups` of the server that wrote it. */
  file: text,
  /** 0 after a failure. */
  bytes: count,
  error: { ...nullable(text), description: "Why it failed; null after a success." },
  /** Null: never. */
  succeeded_at: { ...nullable(instant), description: "When the last backup succeeded." },
});
export type Backup = TypeOf<typeof Backup>;

/** GET /api/backup. Null if no scheduled backup has ended. Not in §7, so another server may not have it. */
export const BackupResponse = object({ backup: nullable(Backup) });
export type BackupResponse = TypeOf<typeof BackupResponse>;
