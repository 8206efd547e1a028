import type { Selectable } from "kysely";

/**
 * A file of a task, also of a deleted one, or one that was deleted and can still be restored: it has
 * `deleted_at`. Its bytes are in the store (server/files), under their SHA-256. `user_name` is the name at the
 * time of the upload.
 */
export interface FilesTable {
  id: string;
  task_id: string;
  name: string;
  alt: string;
  type: string;
  size: number;
  sha256: string;
  created_at: string;
  user_id: string;
  user_name: string;
  deleted_at: string | null;
}

export type FileRow = Selectable<FilesTable>;
