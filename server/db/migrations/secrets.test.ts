import { expect, test } from "@jest/globals";
import { type Kysely, sql } from "kysely";
import { listApiTokens } from "#server/apiTokens/queries.ts";
import { findFeed, findFeedSource } from "#server/calendar/queries.ts";
import { migrate } from "#server/db/migrate.ts";
import type { Database } from "#server/db/schema.ts";
import { findUsableLink, listOpenLinks, presentLinks } from "#server/links/queries.ts";
import { findCode } from "#server/oidc/codes.ts";
import { hashOf } from "#server/secrets/secret.ts";
import { workingSecrets } from "#server/secrets/table.ts";
import { findApiToken } from "#server/sessions/apiTokenReader.ts";
import { hashSecret, newTokenSecret } from "#server/sessions/apiTokenSecret.ts";
import { emptyDatabase } from "#server/testing/emptyDatabase.ts";

let db: Kysely<Database>;
emptyDatabase((opened) => {
  db = opened;
});

const AT = "2026-03-15T12:00:00.000Z";
const NOW = new Date("2026-03-15T12:01:00.000Z");
const LATER = "2026-03-15T12:08:00.000Z";

async function insert(table: string, row: Record<string, string | number | null>): Promise<void> {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
}

test("links, codes, pending sign-ins, API tokens and calendar feeds work after the migration", async () => {
  await migrate(db, "0032_user_run_ends");
  const ada = { id: "ada", name: "Ada", email: "ada@example.com", email_key: "ada@example.com" };
  const state = { role: "admin", is_active: 1, password_hash: "", created_at: AT };
  await insert("users", { ...ada, ...state });
  await insert("teams", { id: "crew", name: "Crew", description: "", created_at: AT });
  const link = { made_at: AT, expires_at: LATER, maker_name: "Ada", mail: "sent" };
  const eve = { email: 'Eve@"example".com', email_key: 'eve@"example".com', name: 'Eve "E"' };
  await insert("links", {
    ...link,
    ...eve,
    id: "open",
    kind: "invitation",
    token_hash: hashOf("invitation"),
    role: "member",
    teams: '["crew"]',
    maker_id: "ada",
  });
  const reset = { ...link, kind: "reset", email: ada.email, email_key: ada.email_key, name: "Ada" };
  const ended = { ended_at: AT, ended_as: "used" };
  await insert("links", {
    ...reset,
    ...ended,
    id: "used",
    token_hash: hashOf("reset"),
    teams: "[]",
    user_id: "ada",
  });
  const code = { user_id: "ada", sid: "s1", expires_at: LATER, browser_hash: hashOf("browser") };
  await insert("sign_in_codes", {
    ...code,
    code_hash: hashOf("code"),
    claims: '{"role":"admin","teams":["Crew"]}',
  });
  await insert("sign_in_codes", { code_hash: hashOf("any"), user_id: "ada", expires_at: LATER });
  const browser_hash = hashOf("browser");
  const signIn = { state_hash: hashOf("state"), browser_hash, provider: "acme", created_at: AT };
  await insert("oidc_sign_ins", signIn);
  const secret = newTokenSecret();
  const times = { created_at: AT, expires_at: LATER };
  const token = { id: "token", name: "Script", scope: "read", ...times, last_used_on: null };
  await insert("api_tokens", { ...token, user_id: "ada", secret_hash: hashSecret(secret) ?? "" });
  await insert("calendar_feeds", { user_id: "ada", token_hash: hashOf("feed"), created_at: AT });

  await migrate(db);

  expect(await presentLinks(db, await listOpenLinks(db, NOW, 10), NOW)).toEqual([
    {
      id: "open",
      kind: "invitation",
      email: eve.email,
      name: eve.name,
      role: "member",
      teams: [{ id: "crew", name: "Crew" }],
      made_by: "Ada",
      made_at: AT,
      expires_at: LATER,
      mail: "sent",
    },
  ]);
  expect(await findUsableLink(db, "invitation", NOW)).toMatchObject({ row: { id: "open" } });
  await expect(findUsableLink(db, "reset", NOW)).rejects.toThrow("already been used");
  expect(await findCode(db, "code", "browser", NOW)).toMatchObject({
    user_id: "ada",
    sid: "s1",
    claims: { role: "admin", teams: ["Crew"] },
  });
  expect(await findCode(db, "code", "another browser", NOW)).toBeUndefined();
  expect(await findCode(db, "any", undefined, NOW)).toMatchObject({ claims: null, sid: null });
  const pending = await workingSecrets(db, "provider_sign_in", AT).selectAll().execute();
  expect(pending).toMatchObject([
    { hash: hashOf("state"), expires_at: "2026-03-15T12:10:00.000Z" },
  ]);
  expect(JSON.parse(pending[0]?.content ?? "")).toEqual({ browser_hash, provider: "acme" });
  expect(await listApiTokens(db, "ada")).toEqual([token]);
  expect(await findApiToken(db, secret, NOW)).toMatchObject({ id: "token", scope: "read" });
  expect(await findFeedSource(db, "feed", NOW)).toEqual({ userId: "ada" });
  expect(await findFeed(db, "ada", undefined)).toEqual({ created_at: AT });
});
