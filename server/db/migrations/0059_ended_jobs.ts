import type { Kysely } from "kysely";
import { widenCheck } from "./widenCheck.ts";

/** The inbox tells a user that long work of theirs has ended. */
export const up = async (db: Kysely<never>) =>
  await widenCheck(db, {
    table: "notifications",
    column: "kind",
    list: "'mentioned', 'assigned', 'commented', 'due_today', 'overdue'",
    value: "job_ended",
  });
