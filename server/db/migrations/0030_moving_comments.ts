import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** Marks deleted tasks whose comments are moved in several transactions. */
export const up = (db: Kysely<never>) => runStatements(db, STATEMENTS);

const STATEMENTS = "alter table deleted_tasks add column comments_moving_since text;";
