import { ConfigError } from "#server/configError.ts";
import { FolderUnusable } from "#server/db/folder.ts";
import { VersionMismatch } from "#server/db/migrate.ts";
import { CopyRefused, type OnProgress, type TableChecksum } from "#server/db/rows/copyRows.ts";
import { DatabaseUnavailable } from "#server/db/unavailable.ts";
import { Refusal } from "#server/refusals.ts";

/* Output and exit codes of the operator commands. */

const PROGRESS_INTERVAL_MS = 1_000;

/** Returns a function that prints the progress of a copy, at most once a second for each table. */
export function progressPrinter(): OnProgress {
  let last = 0;
  return (table, done, total) => {
    if (done < total && Date.now() - last < PROGRESS_INTERVAL_MS) return;
    last = Date.now();
    const counted = `${done} of ${total}`;
    if (table === "pages") console.log(`  ${counted} pages`);
    else console.log(table === "bytes" ? `  ${counted} files` : `  ${table}: ${counted} rows`);
  };
}

export function printChecksums(checksums: readonly TableChecksum[]): void {
  for (const { table, rows, checksum } of checksums) {
    console.log(`  ${table.padEnd(16)}${String(rows).padStart(9)}  sha256 ${checksum}`);
  }
}

/** The current time for a file name. */
export const timestamp = (): string =>
  new Date().toISOString().replace(/\.\d+/, "").replaceAll(":", "-");

/** Runs a command. An error that an operator can fix is printed in one line, with exit code 1. */
export async function runCommand(failureText: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (failure) {
    const expected = [
      CopyRefused,
      ConfigError,
      DatabaseUnavailable,
      FolderUnusable,
      Refusal,
      VersionMismatch,
    ];
    const system = failure instanceof Error && "code" in failure;
    if (!system && !expected.some((kind) => failure instanceof kind)) throw failure;
    console.error(`${failureText}: ${(failure as Error).message}`);
    process.exitCode = 1;
  }
}
