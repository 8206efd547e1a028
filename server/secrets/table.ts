import { randomUUID } from "node:crypto";
import type { Expression, Kysely, Transaction } from "kysely";
import type { ChangeContext } from "#server/changes/context.ts";
import { isRecorded } from "#server/changes/earlierAttempt.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { SecretPurpose, SecretRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { conflict } from "#server/refusals.ts";
import { hashOf } from "./secret.ts";

interface NewSecret
  extends Partial<Pick<SecretRow, "id" | "user_id" | "email_key" | "identity_id" | "mail">> {
  at: Date;
  /** null: the secret works until it is revoked. */
  lifetimeMs: number | null;
  /** What belongs to the purpose; JSON can hold it. */
  content?: object;
}

/** The row of a new secret. The database gets its hash only. */
export function secretRow(
  purpose: SecretPurpose,
  secret: string,
  { at, lifetimeMs, content = {}, ...columns }: NewSecret,
): SecretRow {
  return {
    id: randomUUID(),
    purpose,
    hash: hashOf(secret),
    user_id: null,
    email_key: null,
    identity_id: null,
    made_at: at.toISOString(),
    expires_at: lifetimeMs === null ? null : new Date(at.getTime() + lifetimeMs).toISOString(),
    last_used_on: null,
    mail: null,
    ended_at: null,
    ended_as: null,
    content: JSON.stringify(content),
    ...columns,
  };
}

/**
 * The secret that an earlier attempt of this request has made, by the hash of the same secret. Throws a
 * 409 if it has ended since.
 */
export async function findMade(
  trx: Transaction<Database>,
  { hash }: Pick<SecretRow, "hash">,
  context: ChangeContext,
): Promise<SecretRow | undefined> {
  const made = await trx
    .selectFrom("secrets")
    .selectAll()
    .where("hash", "=", hash)
    .executeTakeFirst();
  const isRepeat = await isRecorded(trx, context);
  // The row is deleted some time after its end.
  const hasEnded = made ? made.ended_at !== null : isRepeat;
  if (hasEnded)
    throw conflict("This request was carried out before, and its result has ended since.");
  return made;
}

/** A query for the secrets of a purpose that work. */
export const workingSecrets = (
  db: Kysely<Database>,
  purpose: SecretPurpose,
  now: string | Expression<string>,
) =>
  db
    .selectFrom("secrets")
    .where("secrets.purpose", "=", purpose)
    .where("secrets.ended_at", "is", null)
    .where((eb) =>
      eb.or([eb("secrets.expires_at", "is", null), eb("secrets.expires_at", ">", now)]),
    );

/** Ends secrets, and returns those that had not ended before. */
export const endSecrets = async (
  db: Kysely<Database>,
  ids: readonly string[],
  as: "used" | "revoked",
  at: Date,
): Promise<SecretRow[]> =>
  await db
    .updateTable("secrets")
    .set({ ended_at: at.toISOString(), ended_as: as })
    .where("id", "in", valuesIn(db, ids))
    .where("ended_at", "is", null)
    .returningAll()
    .execute();
