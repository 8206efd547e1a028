import type { Kysely } from "kysely";
import type { Database } from "./schema.ts";

/** The comments on tasks that exist. Those on a deleted task are kept for its restoration. */
export const liveComments = (db: Kysely<Database>) =>
  db
    .selectFrom("comments")
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("tasks").select("tasks.id").whereRef("tasks.id", "=", "comments.task_id")),
    );
