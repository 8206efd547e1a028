import { type Kysely, sql } from "kysely";
import { TASK_FILES_MAX, TOO_MANY_FILES } from "#contract/file.ts";
import type { TaskFile } from "#contract/shapes/file.ts";
import { countRows } from "#server/db/countRows.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { FileRow } from "#server/db/schema/files.ts";
import type { Database } from "#server/db/schema.ts";
import { conflict, notFound } from "#server/refusals.ts";

/* The rows of files. */

/** Files with the name that their user has now; after the user's deletion, the name at that time. */
const presented = (db: Kysely<Database>) =>
  db
    .selectFrom("files")
    .leftJoin("users", "users.id", "files.user_id")
    .select([
      "files.id",
      "files.name",
      "files.alt",
      "files.type",
      "files.size",
      "files.sha256",
      "files.created_at",
      "users.id as user_id",
    ])
    .select(({ fn }) => fn.coalesce("users.name", "files.user_name").as("user_name"));

/** The files of a task, the oldest first. */
export async function listFiles(db: Kysely<Database>, taskId: string): Promise<TaskFile[]> {
  return await presented(db)
    .where("task_id", "=", taskId)
    .where("deleted_at", "is", null)
    .orderBy("files.created_at")
    .orderBy("files.id")
    .execute();
}

/** A file that was not deleted. Throws a 404 if there is none. */
export async function readFile(db: Kysely<Database>, id: string): Promise<TaskFile> {
  return await presented(db)
    .where("files.id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow(() => notFound("File not found"));
}

/** Whether a file was attached, also if it was deleted since. */
export async function isAdded(db: Kysely<Database>, id: string): Promise<boolean> {
  return (await countRows(db, db.selectFrom("files").select("id").where("id", "=", id))) > 0;
}

/** The row of a file of an existing task, or of one that was deleted. Throws a 404 if there is none. */
export async function findFile(
  db: Kysely<Database>,
  id: string,
  { taskId, isDeleted = false }: { taskId?: string; isDeleted?: boolean } = {},
): Promise<FileRow> {
  return await db
    .selectFrom("files")
    .innerJoin("tasks", "tasks.id", "files.task_id")
    .selectAll("files")
    .where("files.id", "=", id)
    .$if(taskId !== undefined, (query) => query.where("task_id", "=", taskId ?? ""))
    .where("deleted_at", isDeleted ? "is not" : "is", null)
    .executeTakeFirstOrThrow(() => notFound("File not found"));
}

/** Throws a 409 if a task has the maximum of files. */
export async function requireRoomForFile(db: Kysely<Database>, taskId: string): Promise<void> {
  const files = db.selectFrom("files").select("id").where("task_id", "=", taskId);
  const count = await countRows(db, files.where("deleted_at", "is", null));
  if (count >= TASK_FILES_MAX) throw conflict(TOO_MANY_FILES);
}

/** How many files there are, and the bytes that the store needs for them. */
export async function filesUsage(db: Kysely<Database>): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number | string; bytes: number | string | null }>`
    select sum(files) as count, sum(size) as bytes
    from (select count(*) as files, max(size) as size from files group by sha256) as stored
  `.execute(db);
  return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** The bytes that a user has uploaded since an instant. */
export async function bytesSince(
  db: Kysely<Database>,
  userId: string,
  since: string,
): Promise<number> {
  const { bytes } = await db
    .selectFrom("files")
    .select(({ fn }) => fn.sum<number | string | null>("size").as("bytes"))
    .where("user_id", "=", userId)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Those of these hashes that a file has, also a deleted one. */
export async function hashesInUse(
  db: Kysely<Database>,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("files")
    .select("sha256")
    .distinct()
    .where("sha256", "in", valuesIn(db, hashes))
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}
