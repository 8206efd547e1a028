import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { NamedRecord } from "#contract/id.ts";
import type { LinkKind, MadeLink, OpenLink } from "#contract/link.ts";
import { activeAdmins } from "#server/accounts/accountState.ts";
import { auditKind, linkSubject } from "#server/accounts/revokeLinks.ts";
import { hashOf, newSecret } from "#server/accounts/secrets.ts";
import { type AuditContext, record } from "#server/audit/record.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { Database, LinkRow } from "#server/db/schema.ts";
import { conflict, notFound } from "#server/http/errors.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The number of days for which the page of an ended link can say why it ended. */
const ENDED_LINKS_KEPT_DAYS = 30;
/** The number of rows per statement. A statement has a limited number of parameters. */
const BATCH_ROWS = 100;

/** The page of a link. Browsers never send the fragment, so no log or referrer contains the token. */
export const pathOfLink = (kind: LinkKind, token: string): string =>
  `${kind === "invitation" ? "/invitation" : "/reset-password"}#${token}`;

/** A link that is not stored yet, and its token. */
export interface NewLink {
  row: LinkRow;
  token: string;
}

type LinkFields = Pick<LinkRow, "kind" | "email" | "email_key" | "name" | "role" | "teams"> & {
  user_id: string | null;
};

/** A link that ends after some hours. `maker` is null if the user asked for it. */
export function newLink(
  fields: LinkFields,
  { maker, at, hours, mail }: { maker: NamedRecord | null; at: Date; hours: number; mail: boolean },
  token = newSecret(),
): NewLink {
  const row: LinkRow = {
    ...fields,
    id: randomUUID(),
    token_hash: hashOf(token),
    maker_id: maker?.id ?? null,
    maker_name: maker?.name ?? "",
    made_at: at.toISOString(),
    expires_at: new Date(at.getTime() + hours * 60 * 60 * 1000).toISOString(),
    ended_at: null,
    ended_as: null,
    mail: mail ? "waiting" : null,
  };
  return { row, token };
}

/** Stores new links, with an audit entry for each. */
export async function insertLinks(
  trx: Transaction<Database>,
  links: readonly NewLink[],
  context: AuditContext,
): Promise<void> {
  const rows = links.map(({ row }) => row);
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    await trx
      .insertInto("links")
      .values(rows.slice(start, start + BATCH_ROWS))
      .execute();
  }
  for (const row of rows) {
    const details = row.role === null ? {} : { to: row.role };
    await record(trx, context, {
      action: `${auditKind(row.kind)}.made`,
      subject: linkSubject(row),
      details,
    });
  }
}

/** The links that can be used, the newest first. */
export async function listOpenLinks(
  db: Kysely<Database>,
  now: Date,
  limit: number,
): Promise<LinkRow[]> {
  return await db
    .selectFrom("links")
    .selectAll()
    .where("ended_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .orderBy("made_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

const idsIn = (teams: string): string[] => JSON.parse(teams) as string[];

/** The teams of some links that still exist. */
export async function teamsOf(
  db: Kysely<Database>,
  rows: readonly LinkRow[],
): Promise<Map<string, NamedRecord[]>> {
  const ids = [...new Set(rows.flatMap(({ teams }) => idsIn(teams)))];
  const found = await db
    .selectFrom("teams")
    .select(["id", "name"])
    .where("id", "in", valuesIn(db, ids))
    .execute();
  const byId = new Map(found.map((team) => [team.id, team]));
  return new Map(rows.map((row) => [row.id, idsIn(row.teams).flatMap((id) => byId.get(id) ?? [])]));
}

/** A mail that waits longer than this was lost when its server stopped. */
const MAIL_LOST_MS = 15 * 60 * 1000;

/** Open links as admins see them. */
export async function presentLinks(
  db: Kysely<Database>,
  rows: readonly LinkRow[],
  now: Date,
): Promise<OpenLink[]> {
  const teams = await teamsOf(db, rows);
  return rows.map(({ id, kind, email, name, role, maker_name, made_at, expires_at, mail }) => {
    const isLost = mail === "waiting" && now.getTime() - Date.parse(made_at) > MAIL_LOST_MS;
    return {
      id,
      kind,
      email,
      name,
      role,
      teams: teams.get(id) ?? [],
      made_by: maker_name,
      made_at,
      expires_at,
      mail: isLost ? "failed" : mail,
    };
  });
}

/** New links with their paths, the only response that contains their tokens. */
export async function presentMade(
  db: Kysely<Database>,
  links: readonly NewLink[],
  now: Date,
): Promise<MadeLink[]> {
  const shown = await presentLinks(
    db,
    links.map(({ row }) => row),
    now,
  );
  return shown.map((link, index) => ({
    link,
    path: pathOfLink(link.kind, links[index]?.token ?? ""),
  }));
}

const REASONS = {
  used: "This link has already been used.",
  revoked: "This link has been revoked. Please ask for a new one.",
  expired: "This link has expired. Please ask for a new one.",
};

/** Finds the link of a token. Throws a 404 or a 409 that tells why it can't be used. */
export async function findUsableLink(
  db: Kysely<Database>,
  token: string,
  now: Date,
  kind?: LinkKind,
): Promise<LinkRow> {
  const link = await db
    .selectFrom("links")
    .selectAll()
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  if (!link || (kind && link.kind !== kind)) {
    throw notFound("This link is not valid. Please check that you copied all of it.");
  }
  if (link.ended_as) throw conflict(REASONS[link.ended_as]);
  if (link.expires_at <= now.toISOString()) throw conflict(REASONS.expired);
  // A link must not give its maker access that they have lost.
  const mayBeUsed =
    link.maker_id === null ||
    (await activeAdmins(db).where("id", "=", link.maker_id).executeTakeFirst());
  if (!mayBeUsed) throw conflict(REASONS.revoked);
  return link;
}

/** Ends a link by its use, with an audit entry. */
export async function markUsed(
  trx: Transaction<Database>,
  link: LinkRow,
  context: AuditContext,
): Promise<void> {
  await trx
    .updateTable("links")
    .set({ ended_at: context.at.toISOString(), ended_as: "used" })
    .where("id", "=", link.id)
    .execute();
  const action = `${auditKind(link.kind)}.used` as const;
  await record(trx, context, { action, subject: linkSubject(link) });
}

/** Finds an open link by its id. Throws a 404 if there is none. */
export async function getOpenLink(trx: Transaction<Database>, id: string): Promise<LinkRow> {
  return await trx
    .selectFrom("links")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow(() => notFound("This link is no longer open"));
}

/** Stores whether a link was mailed. */
export async function setMailState(
  db: Kysely<Database>,
  id: string,
  mail: "sent" | "failed",
): Promise<void> {
  await db.updateTable("links").set({ mail }).where("id", "=", id).execute();
}

/** Deletes links that expired long ago. */
export async function deleteOldLinks(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ENDED_LINKS_KEPT_DAYS * DAY_MS).toISOString();
  await db.deleteFrom("links").where("expires_at", "<=", before).execute();
}
