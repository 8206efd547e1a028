/** The database can't be reached or is overloaded. The client may retry later. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** The connection was lost during a commit: the changes may have been saved. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/** Writes fail because the disk is full or read-only. Reads still work. */
export class StorageRefused extends Error {
  override name = "StorageRefused";
}

/** An error from PostgreSQL. Recognized by its shape, because `pg` may not be loaded. */
interface PostgresError extends Error {
  code: string;
  severity: string;
  detail?: string;
  where?: string;
}

/** SQLSTATE of a full disk. */
const DISK_FULL = "53100";

const isPostgresError = (failure: unknown): failure is PostgresError =>
  failure instanceof Error && "severity" in failure && "code" in failure;

/**
 * SQLSTATEs of a server that is lost, overloaded, starting, stopping or read-only (a standby), and of
 * a statement that took too long.
 */
const UNAVAILABLE = /^(08...|53...|57P0[1-5]|57014|58...|25006|25P0[2-4])$/;

/** Whether the connection is unusable after this failure. */
export const breaksConnection = (failure: unknown): boolean =>
  !isPostgresError(failure) || failure.severity !== "ERROR";

/** The SQLSTATE or system error code of a failure, or of its cause. */
export function errorCode(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  if ("code" in failure && typeof failure.code === "string") return failure.code;
  return errorCode(failure.cause);
}

/** Wraps the failure of a connection or of a statement without a response. */
export function unavailable(cause: unknown): DatabaseUnavailable {
  const message = cause instanceof Error ? cause.message || errorCode(cause) : String(cause);
  return new DatabaseUnavailable(message, { cause });
}

/**
 * Converts a failure of PostgreSQL to the errors above, where one applies. Removes the fields that
 * contain values of rows, because the error may be logged.
 */
export function convertPostgresError(failure: unknown): unknown {
  if (!isPostgresError(failure)) return unavailable(failure);
  delete failure.detail;
  delete failure.where;
  if (failure.code === DISK_FULL) return new StorageRefused(failure.message, { cause: failure });
  return UNAVAILABLE.test(failure.code) ? unavailable(failure) : failure;
}
