import { StorageRefused, unavailable } from "./unavailable.ts";

/** SQLite's plain codes. */
export const SQLITE = { BUSY: 5, READ_ONLY: 8, IO: 10, FULL: 13, CANT_OPEN: 14, NO_DATABASE: 26 };

/** Codes of failures to write: the plain ones, then those of IO. */
const REFUSED = new Set([SQLITE.READ_ONLY, SQLITE.FULL, 778, 1034, 1546, 1802, 4874]);
const UNAVAILABLE = new Set([SQLITE.BUSY, SQLITE.IO, SQLITE.CANT_OPEN]);

/**
 * SQLite's own code of what it has thrown, with the details in the upper bytes; undefined if that
 * came from elsewhere. By its shape: under Jest, Node's errors aren't instances of `Error`.
 */
export function sqliteCode(failure: unknown): number | undefined {
  const known = typeof failure === "object" && failure !== null && "errcode" in failure;
  return known ? Number(failure.errcode) : undefined;
}

/** Does something with a database; a failure of the disk is thrown as the server understands it. */
export function told<T>(work: () => T): T {
  try {
    return work();
  } catch (failure) {
    const code = sqliteCode(failure);
    if (code === undefined) throw failure;
    const plain = code & 0xff;
    if (REFUSED.has(code) || REFUSED.has(plain)) {
      throw new StorageRefused(`${(failure as Error).message} (${code})`, { cause: failure });
    }
    throw UNAVAILABLE.has(plain) ? unavailable(failure) : failure;
  }
}
