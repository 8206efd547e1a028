import type { Kysely } from "kysely";
import type { RunResult } from "#contract/userRun.ts";
import { inPages } from "#server/db/inPages.ts";
import type { Database } from "#server/db/schema.ts";
import { csvLine } from "#server/http/csv.ts";
import { nextItems } from "./queries.ts";

const PAGE_ROWS = 1_000;

const RESULTS: Readonly<Record<RunResult, string>> = {
  waiting: "Not attempted",
  done: "Done",
  unchanged: "Already so",
  left_out: "Left out",
  refused: "Refused",
  undone: "Undone",
  kept: "Kept",
};

/** The results of a run as CSV, in parts. */
export async function* itemLines(db: Kysely<Database>, runId: string): AsyncGenerator<string> {
  yield csvLine(["Row", "User", "Email", "Result", "Reason", "User ID"]);
  const read = (last?: { position: number }) =>
    nextItems(db, runId, { after: last?.position ?? 0 }, PAGE_ROWS);
  for await (const rows of inPages(PAGE_ROWS, read)) {
    yield rows
      .map(({ position, user_name, user_email, result, reason, user_id }) =>
        csvLine([position, user_name, user_email, RESULTS[result], reason, user_id]),
      )
      .join("");
  }
}
