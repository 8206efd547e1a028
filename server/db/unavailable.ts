/** The database can't be reached, or has no time: the request may be tried again later. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** Nothing can be stored: the disk is full, or refuses to be written. Reading goes on. */
export class StorageRefused extends Error {
  override name = "StorageRefused";
}

/** An error that PostgreSQL sent, by its shape: the driver is loaded only where it is needed. */
interface PostgresError extends Error {
  code: string;
  severity: string;
  detail?: string;
  where?: string;
}

/** SQLSTATE of PostgreSQL's own disk being full. */
const DISK_FULL = "53100";

const isPostgresError = (failure: unknown): failure is PostgresError =>
  failure instanceof Error && "severity" in failure && "code" in failure;

/**
 * SQLSTATEs of a server that is lost, full, starting, stopping or read-only (a standby), and of a
 * statement that took too long.
 */
const UNAVAILABLE = /^(08...|53...|57P0[1-5]|57014|58...|25006|25P0[2-4])$/;

/** Whether the connection is of no use after this failure. */
export const breaksConnection = (failure: unknown): boolean =>
  !isPostgresError(failure) || failure.severity !== "ERROR";

/** The SQLSTATE or the system's name of a failure, its cause's if it has none of its own. */
export function codeOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  if ("code" in failure && typeof failure.code === "string") return failure.code;
  return codeOf(failure.cause);
}

/** The failure of a connection, or of a statement that PostgreSQL didn't answer. */
export function unavailable(cause: unknown): DatabaseUnavailable {
  const message = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
  return new DatabaseUnavailable(message, { cause });
}

/**
 * What a statement failed with, as the rest of the server should see it: a lost database is a
 * {@link DatabaseUnavailable}, and no value of a row is left in an error that may be logged.
 */
export function understood(failure: unknown): unknown {
  if (!isPostgresError(failure)) return unavailable(failure);
  delete failure.detail;
  delete failure.where;
  if (failure.code === DISK_FULL) return new StorageRefused(failure.message, { cause: failure });
  return UNAVAILABLE.test(failure.code) ? unavailable(failure) : failure;
}
