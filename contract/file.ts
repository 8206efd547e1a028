/* Files of tasks. They are not in §7, so another server may have none. */

/** The maximum length of a file's name, in characters and in bytes of UTF-8. */
export const FILE_NAME_MAX = 255;
export const FILE_ALT_MAX = 1_000;
/** The maximum number of files of a task. */
export const TASK_FILES_MAX = 100;
export const TOO_MANY_FILES = `A task has at most ${TASK_FILES_MAX} files`;
/** The number of days for which a deleted file can be restored. */
export const FILE_RESTORE_DAYS = 30;

/** PATCH /api/tasks/{id}/files/{fileId}: at least one field. */
export interface FilePatch {
  name?: string | undefined;
  alt?: string | undefined;
}
