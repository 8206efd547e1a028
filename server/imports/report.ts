import type { Kysely } from "kysely";
import type { RowOutcome } from "#contract/imports.ts";
import type { Database } from "#server/db/schema.ts";

const PAGE_ROWS = 1_000;

/** Spreadsheets run cells that begin with these characters as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/** A cell of a table, quoted if needed (RFC 4180). */
const quoted = (cell: string): string =>
  /[",\n\r;\t|]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A line of a table. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(",")}\r\n`;

/** The cell as text: an apostrophe keeps spreadsheets from running it. */
export const harmless = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

const OUTCOMES: Readonly<Record<RowOutcome, string>> = {
  imported: "Imported",
  remarks: "Imported with remarks",
  refused: "Refused",
  present: "Already there",
  removed: "Removed",
  kept: "Kept",
};

/** The report of an import as CSV, in parts: each row of the file with its result. */
export async function* reportLines(db: Kysely<Database>, id: string): AsyncGenerator<string> {
  yield csvLine(["Row", "Result", "Title", "List", "Remarks", "Task"]);
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom("import_items")
      .select(["position", "outcome", "title", "list", "remarks", "task_id"])
      .where("import_id", "=", id)
      .where("position", ">", after)
      .orderBy("position")
      .limit(PAGE_ROWS)
      .execute();
    yield rows
      .map(({ position, outcome, title, list, remarks, task_id }) =>
        csvLine([
          String(position),
          outcome === null ? "" : OUTCOMES[outcome],
          harmless(title),
          harmless(list),
          (JSON.parse(remarks) as string[]).map(harmless).join("; "),
          task_id ?? "",
        ]),
      )
      .join("");
    after = rows.at(-1)?.position ?? after;
    if (rows.length < PAGE_ROWS) return;
  }
}
