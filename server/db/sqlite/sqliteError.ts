import { StorageRefused, unavailable } from "#server/db/unavailable.ts";

/** SQLite's primary result codes. */
export const SQLITE = { BUSY: 5, READ_ONLY: 8, IO: 10, FULL: 13, CANT_OPEN: 14, NO_DATABASE: 26 };

/** Failures to write: primary codes, then extended codes of I/O errors. */
const REFUSED = new Set([SQLITE.READ_ONLY, SQLITE.FULL, 778, 1034, 1546, 1802, 4874]);
const UNAVAILABLE = new Set([SQLITE.BUSY, SQLITE.IO, SQLITE.CANT_OPEN]);

/**
 * The extended result code of an SQLite error; undefined for other errors. Recognized by its shape,
 * because under Jest Node's errors aren't instances of `Error`.
 */
export function sqliteCode(failure: unknown): number | undefined {
  const isSqliteError = typeof failure === "object" && failure !== null && "errcode" in failure;
  return isSqliteError ? Number(failure.errcode) : undefined;
}

/** Runs `work`, and converts failures of the disk or a lock to the errors of unavailable.ts. */
export function convertingErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (failure) {
    const code = sqliteCode(failure);
    if (code === undefined) throw failure;
    const primary = code & 0xff;
    if (REFUSED.has(code) || REFUSED.has(primary)) {
      throw new StorageRefused(`${(failure as Error).message} (${code})`, { cause: failure });
    }
    throw UNAVAILABLE.has(primary) ? unavailable(failure) : failure;
  }
}
