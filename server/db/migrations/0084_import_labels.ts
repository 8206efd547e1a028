import type { Kysely } from "kysely";
import { runStatements } from "#server/db/runStatements.ts";

/** An import knows the labels that it creates. */
export const up = (db: Kysely<never>) =>
  runStatements(db, "alter table imports add column labels text not null default '[]';");
