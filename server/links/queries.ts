import type { Kysely, Transaction } from "kysely";
import { LINK_KINDS, type LinkKind } from "#contract/link.ts";
import type { NamedRecord } from "#contract/shapes/id.ts";
import type { MadeLink, OpenLink } from "#contract/shapes/link.ts";
import { emailKey } from "#contract/user.ts";
import { activeAdmins } from "#server/accounts/accountState.ts";
import type { ChangeContext } from "#server/changes/context.ts";
import { batchesOf } from "#server/db/batches.ts";
import { valuesIn } from "#server/db/dialect.ts";
import type { SecretRow } from "#server/db/schema/accounts.ts";
import type { Database } from "#server/db/schema.ts";
import { conflict, notFound } from "#server/refusals.ts";
import { type LinkContent, linkContent, recordLinks } from "#server/secrets/links.ts";
import { hashOf } from "#server/secrets/secret.ts";
import { secretRow } from "#server/secrets/table.ts";

/** The page of a link. Browsers never send the fragment, so no log or referrer contains the token. */
export const pathOfLink = (kind: LinkKind, token: string): string =>
  `${kind === "invitation" ? "/invitation" : "/reset-password"}#${token}`;

/** A link, and what it holds. */
export interface Link {
  kind: LinkKind;
  row: SecretRow;
  content: LinkContent;
}

/** A link that was just made, and its token. */
export interface NewLink extends Link {
  token: string;
}

const readLink = (row: SecretRow): Link => ({
  kind: row.purpose as LinkKind,
  row,
  content: linkContent(row),
});

/** A link that ends after some hours. `userId` is the account of a reset. */
export function newLink(
  kind: LinkKind,
  content: LinkContent,
  { userId, at, hours, mail }: { userId: string | null; at: Date; hours: number; mail: boolean },
  token: string,
): NewLink {
  const row = secretRow(kind, token, {
    user_id: userId,
    email_key: emailKey(content.email),
    mail: mail ? "waiting" : null,
    at,
    lifetimeMs: hours * 60 * 60 * 1000,
    content,
  });
  return { kind, row, content, token };
}

/** Stores new links. */
export async function storeLinks(
  trx: Transaction<Database>,
  links: readonly NewLink[],
): Promise<void> {
  const rows = links.map(({ row }) => row);
  for (const batch of batchesOf(rows)) await trx.insertInto("secrets").values(batch).execute();
}

/** Stores new links, with an audit entry for each. */
export async function insertLinks(
  trx: Transaction<Database>,
  links: readonly NewLink[],
  context: ChangeContext,
): Promise<void> {
  await storeLinks(trx, links);
  const rows = links.map(({ row }) => row);
  await recordLinks(trx, rows, "made", context);
}

const selectLinks = (db: Kysely<Database>) =>
  db.selectFrom("secrets").selectAll().where("purpose", "in", LINK_KINDS);

/** Links that have not ended. */
export const openLinks = (db: Kysely<Database>) => selectLinks(db).where("ended_at", "is", null);

/** The links that can be used, the newest first. */
export async function listOpenLinks(
  db: Kysely<Database>,
  now: Date,
  limit: number,
): Promise<Link[]> {
  const rows = await openLinks(db)
    .where("expires_at", ">", now.toISOString())
    .orderBy("made_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(readLink);
}

/** The teams of some links that still exist. */
export async function teamsOf(
  db: Kysely<Database>,
  links: readonly Link[],
): Promise<Map<string, NamedRecord[]>> {
  const ids = [...new Set(links.flatMap(({ content }) => content.teams))];
  const found = await db
    .selectFrom("teams")
    .select(["id", "name"])
    .where("id", "in", valuesIn(db, ids))
    .execute();
  const byId = new Map(found.map((team) => [team.id, team]));
  return new Map(
    links.map(({ row, content }) => [row.id, content.teams.flatMap((id) => byId.get(id) ?? [])]),
  );
}

/** A mail that waits longer than this was lost when its server stopped. */
const MAIL_LOST_MS = 15 * 60 * 1000;

/** Open links as admins see them. */
export async function presentLinks(
  db: Kysely<Database>,
  links: readonly Link[],
  now: Date,
): Promise<OpenLink[]> {
  const teams = await teamsOf(db, links);
  return links.map(({ kind, row, content: { email, name, role, maker } }) => {
    const { id, made_at, expires_at, mail } = row;
    const isLost = mail === "waiting" && now.getTime() - Date.parse(made_at) > MAIL_LOST_MS;
    return {
      id,
      kind,
      email,
      name,
      role,
      teams: teams.get(id) ?? [],
      made_by: maker?.name ?? "",
      made_at,
      expires_at: expires_at ?? "",
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
  const shown = await presentLinks(db, links, now);
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
): Promise<Link> {
  const row = await selectLinks(db).where("hash", "=", hashOf(token)).executeTakeFirst();
  if (!row || (kind && row.purpose !== kind)) {
    throw notFound("This link is not valid. Please check that you copied all of it.");
  }
  if (row.ended_as) throw conflict(REASONS[row.ended_as]);
  if ((row.expires_at ?? "") <= now.toISOString()) throw conflict(REASONS.expired);
  const link = readLink(row);
  const { maker } = link.content;
  // A link must not give its maker access that they have lost.
  const mayBeUsed =
    maker === null || (await activeAdmins(db).where("id", "=", maker.id).executeTakeFirst());
  if (!mayBeUsed) throw conflict(REASONS.revoked);
  return link;
}

/** Finds a link by its id. Throws a 404 if there is none. */
export const getLink = async (trx: Transaction<Database>, id: string, find = selectLinks) =>
  readLink(
    await find(trx)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(() => notFound("This link is no longer open")),
  );

/** Finds an open link by its id. Throws a 404 if there is none. */
export const getOpenLink = async (trx: Transaction<Database>, id: string): Promise<Link> =>
  await getLink(trx, id, openLinks);

/** Stores whether a link was mailed. */
export async function setMailState(
  db: Kysely<Database>,
  id: string,
  mail: "sent" | "failed",
): Promise<void> {
  await db.updateTable("secrets").set({ mail }).where("id", "=", id).execute();
}
