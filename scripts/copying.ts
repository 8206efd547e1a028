import { ConfigError } from "#server/config.ts";
import { CopyRefused, type OnProgress, type TableSum } from "#server/db/backup/tables.ts";
import { FolderUnusable } from "#server/db/folder.ts";
import { OtherVersion } from "#server/db/migrate.ts";
import { DatabaseUnavailable } from "#server/db/unavailable.ts";
import { HttpError } from "#server/http/errors.ts";

/* What the commands for operators say, and how they end. */

const PROGRESS_EVERY = 1_000;

/** Says how far a copy is, once a second. */
export function progress(): OnProgress {
  let last = 0;
  return (table, done, total) => {
    if (done < total && Date.now() - last < PROGRESS_EVERY) return;
    last = Date.now();
    console.log(
      table === "pages" ? `  ${done} of ${total} pages` : `  ${table}: ${done} of ${total} rows`,
    );
  };
}

/** Says what the tables hold. */
export function printSums(sums: readonly TableSum[]): void {
  for (const { table, rows, checksum } of sums) {
    console.log(`  ${table.padEnd(16)}${String(rows).padStart(9)}  sha256 ${checksum}`);
  }
}

/** The moment as a part of a file's name. */
export const stamp = (): string =>
  new Date().toISOString().replace(/\.\d+/, "").replaceAll(":", "-");

/** Runs a command; what a person can act on ends it with one line and exit code 1. */
export async function runCommand(outcome: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (failure) {
    const expected = [
      CopyRefused,
      ConfigError,
      DatabaseUnavailable,
      FolderUnusable,
      HttpError,
      OtherVersion,
    ];
    const system = failure instanceof Error && "code" in failure;
    if (!system && !expected.some((kind) => failure instanceof kind)) throw failure;
    console.error(`${outcome}: ${(failure as Error).message}`);
    process.exitCode = 1;
  }
}
