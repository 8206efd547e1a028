import type { Kysely, Transaction } from "kysely";
import type { FilePatch } from "#contract/file.ts";
import type { TaskFile } from "#contract/shapes/file.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { type Change, record, taskSubject } from "#server/changes/record.ts";
import { taskExists } from "#server/comments/queries.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import type { FileRow } from "#server/db/schema/files.ts";
import type { Database } from "#server/db/schema.ts";
import { transaction } from "#server/db/transaction.ts";
import { notFound } from "#server/refusals.ts";
import { requireCaller } from "#server/users/queries.ts";
import { cleanFileName } from "./fileName.ts";
import { fileTypeOf } from "./fileType.ts";
import { findFile, isAdded, readFile, requireRoomForFile } from "./rows.ts";
import type { StoredBytes } from "./store.ts";

/* What users do with files. Each is one recorded change of the task. */

/** Records a change of a file. `from` is the name that it had. */
async function recordFile(
  trx: Transaction<Database>,
  { id, name, task_id }: Pick<FileRow, "id" | "name" | "task_id">,
  context: ChangeContext,
  kind: Extract<Change["kind"], `file.${string}`>,
  from?: string,
): Promise<void> {
  const task = await trx
    .selectFrom("tasks")
    .select(["id", "title"])
    .where("id", "=", task_id)
    .executeTakeFirstOrThrow();
  const details = { file: { id, name }, ...(from !== undefined && { from }) };
  await record(trx, context, { kind, subject: taskSubject(task), details });
}

/** A file whose bytes are stored. */
export interface NewFile {
  id: string;
  taskId: string;
  name: string;
  alt: string;
  bytes: StoredBytes;
}

/**
 * Attaches a file to a task. A repeat gets the file of the first attempt, or a 404 if it was deleted.
 *
 * @param requireQuota refuses if the user or the server has too many files
 */
export async function addFile(
  db: Kysely<Database>,
  { id, taskId, name, alt, bytes }: NewFile,
  user: UserRow,
  context: ChangeContext,
  requireQuota: (trx: Transaction<Database>) => Promise<void>,
): Promise<TaskFile> {
  return await transaction(db, async (trx) => {
    await requireCaller(trx, user);
    if (!(await taskExists(trx, taskId))) throw notFound("Task not found");
    if ((await isRecorded(trx, context)) || (await isAdded(trx, id)))
      return await readFile(trx, id);
    await requireRoomForFile(trx, taskId);
    await requireQuota(trx);
    const row: FileRow = {
      id,
      task_id: taskId,
      name: cleanFileName(name),
      alt,
      type: fileTypeOf(bytes.head),
      size: bytes.size,
      sha256: bytes.sha256,
      created_at: context.at.toISOString(),
      user_id: user.id,
      user_name: user.name,
      deleted_at: null,
    };
    await trx.insertInto("files").values(row).execute();
    await recordFile(trx, row, context, "file.added");
    return await readFile(trx, id);
  });
}

interface FileOfTask {
  taskId: string;
  fileId: string;
}

/** Renames a file, or changes its alternative text. The same again changes nothing. */
export async function changeFile(
  db: Kysely<Database>,
  { taskId, fileId }: FileOfTask,
  patch: FilePatch,
  context: ChangeContext,
): Promise<TaskFile> {
  return await transaction(db, async (trx) => {
    const before = await findFile(trx, fileId, { taskId });
    const name = patch.name === undefined ? before.name : cleanFileName(patch.name);
    const { alt = before.alt } = patch;
    const isSame = name === before.name && alt === before.alt;
    if ((await isRecorded(trx, context)) || isSame) return await readFile(trx, fileId);
    await trx.updateTable("files").set({ name, alt }).where("id", "=", fileId).execute();
    const from = name === before.name ? undefined : before.name;
    await recordFile(trx, { ...before, name }, context, "file.changed", from);
    return await readFile(trx, fileId);
  });
}

/** Deletes a file. It can be restored for some weeks. */
export async function deleteFile(
  db: Kysely<Database>,
  { taskId, fileId }: FileOfTask,
  context: ChangeContext,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return;
    const file = await findFile(trx, fileId, { taskId });
    const deleted_at = context.at.toISOString();
    await trx.updateTable("files").set({ deleted_at }).where("id", "=", fileId).execute();
    await recordFile(trx, file, context, "file.deleted");
  });
}

/** Restores a deleted file. */
export async function restoreFile(
  db: Kysely<Database>,
  { taskId, fileId }: FileOfTask,
  context: ChangeContext,
): Promise<TaskFile> {
  return await transaction(db, async (trx) => {
    if (await isRecorded(trx, context)) return await readFile(trx, fileId);
    const file = await findFile(trx, fileId, { taskId, isDeleted: true });
    await requireRoomForFile(trx, taskId);
    await trx.updateTable("files").set({ deleted_at: null }).where("id", "=", fileId).execute();
    await recordFile(trx, file, context, "file.restored");
    return await readFile(trx, fileId);
  });
}
