import type { Kysely } from "kysely";
import { type Param, prepared } from "#server/db/postgres/prepared.ts";
import type { ChangeRow } from "#server/db/schema/changes.ts";
import type { Database } from "#server/db/schema.ts";
import { type ChangeContext, requireSameBody } from "./context.ts";

const findChange = prepared((db, param: Param<{ id: string }>) =>
  db.selectFrom("changes").select(["subject_id", "body_hash"]).where("id", "=", param("id")),
);

/**
 * Finds what an earlier attempt of this request has recorded, perhaps on another server. Refuses if
 * that attempt had another body.
 */
export async function findRecorded(
  db: Kysely<Database>,
  context: Pick<ChangeContext, "id" | "bodyHash">,
): Promise<Pick<ChangeRow, "subject_id"> | undefined> {
  const { id } = context;
  if (id === undefined) return undefined;
  const [found] = await findChange(db, { id });
  if (found) requireSameBody(found, context);
  return found;
}

/** Whether an earlier attempt of this request made the change: see {@link findRecorded}. */
export const isRecorded = async (
  db: Kysely<Database>,
  context: Pick<ChangeContext, "id" | "bodyHash">,
): Promise<boolean> => (await findRecorded(db, context)) !== undefined;
