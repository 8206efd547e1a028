import type { Kysely } from "kysely";
import type { RunResult } from "#contract/userRun.ts";
import type { Database } from "#server/db/schema.ts";
import { csvLine, harmless } from "#server/imports/report.ts";
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
  yield csvLine(["Row", "User", "Result", "Reason", "User ID"]);
  for (let after = 0; ; ) {
    const rows = await nextItems(db, runId, { after }, PAGE_ROWS);
    yield rows
      .map(({ position, user_name, result, reason, user_id }) =>
        csvLine([
          String(position),
          harmless(user_name),
          RESULTS[result],
          harmless(reason),
          harmless(user_id),
        ]),
      )
      .join("");
    after = rows.at(-1)?.position ?? after;
    if (rows.length < PAGE_ROWS) return;
  }
}
