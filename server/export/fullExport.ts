import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { presentRow, readRows } from "./readRows.ts";
import { SECTIONS, type Section } from "./tables.ts";

export const FORMAT = "taskdeck";
export const FORMAT_VERSION = 1;

/** The number of a list's rows, and the SHA-256 of their lines without the commas (in hex). */
export interface SectionChecksum {
  rows: number;
  sha256: string;
}

/** Counts a list's rows and computes their checksum. */
export function sectionChecksum() {
  const hash = createHash("sha256");
  let rows = 0;
  return {
    add(line: string): void {
      hash.update(line).update("\n");
      rows += 1;
    },
    finish: (): SectionChecksum => ({ rows, sha256: hash.digest("hex") }),
  };
}

/**
 * A full export as JSON text, in pieces. Each row is one line, which `readExport` relies on. The
 * checksums at the end show that the file is complete.
 *
 * @param db a snapshot
 */
export async function* fullExport(db: Kysely<Database>, now: Date): AsyncGenerator<string> {
  const head = { format: FORMAT, version: FORMAT_VERSION, exported_at: now.toISOString() };
  yield JSON.stringify(head).slice(0, -1);
  const checksums: Record<string, SectionChecksum> = {};
  for (const section of SECTIONS) {
    const { add, finish } = sectionChecksum();
    yield `,\n"${section.name}":[`;
    yield* listLines(section, readRows(db, section), add);
    yield "\n]";
    checksums[section.name] = finish();
  }
  yield `,\n"checksums":${JSON.stringify(checksums)}}\n`;
}

/** The rows of a list, each on a line of its own. */
export async function* listLines(
  { columns }: Pick<Section, "columns">,
  batches: AsyncIterable<Parameters<typeof presentRow>[1][]>,
  onLine: (line: string) => void = () => undefined,
): AsyncGenerator<string> {
  let separator = "\n";
  for await (const rows of batches) {
    const lines = rows.map((row) => JSON.stringify(presentRow(columns, row)));
    for (const line of lines) onLine(line);
    yield separator + lines.join(",\n");
    separator = ",\n";
  }
}
