import type { Kysely } from "kysely";
import type { RowOutcome } from "#contract/imports.ts";
import { inPages } from "#server/db/inPages.ts";
import type { ImportRecord } from "#server/db/schema/imports.ts";
import type { Database } from "#server/db/schema.ts";
import { csvLine } from "#server/http/csv.ts";
import { createdLabels } from "./importLabels.ts";
import { handledRows } from "./items.ts";
import { readOutline } from "./queries.ts";

const PAGE_ROWS = 1_000;

const OUTCOMES: Readonly<Record<RowOutcome, string>> = {
  imported: "Imported",
  remarks: "Imported with remarks",
  refused: "Refused",
  skipped: "Skipped",
  present: "Already there",
  removed: "Removed",
  kept: "Kept",
};

/**
 * The report of an import as CSV, in parts: the notes about the file, and each of its rows with its
 * result and the address of its task's present assignee.
 */
export async function* reportLines(
  db: Kysely<Database>,
  row: ImportRecord,
): AsyncGenerator<string> {
  const handled = handledRows(row);
  yield csvLine(["Row", "Result", "Title", "List", "Remarks", "Assignee", "Task"]);
  const created = createdLabels(row).map(({ name }) => name);
  const notes = [
    ...readOutline(row).notes,
    ...(created.length > 0 ? [`Labels that the import creates: ${created.join("; ")}`] : []),
  ];
  yield notes.map((note) => csvLine([null, "Note", null, null, note, null, null])).join("");
  const read = (last?: { position: number }) =>
    db
      .selectFrom("import_items")
      .leftJoin("tasks", "tasks.id", "import_items.task_id")
      .leftJoin("users", "users.id", "tasks.assignee_id")
      .select(["position", "outcome", "import_items.title", "list", "remarks", "task_id"])
      .select("users.email as assignee")
      .where("import_id", "=", row.id)
      .where("position", ">", last?.position ?? 0)
      .orderBy("position")
      .limit(PAGE_ROWS)
      .execute();
  for await (const rows of inPages(PAGE_ROWS, read)) {
    yield rows
      .map(({ position, outcome, title, list, remarks, assignee, task_id }) =>
        csvLine([
          position,
          outcome && position <= handled ? OUTCOMES[outcome] : null,
          title,
          list,
          (JSON.parse(remarks) as string[]).join("; "),
          assignee,
          task_id,
        ]),
      )
      .join("");
  }
}
