import { beforeEach, expect, test } from "@jest/globals";
import type { ApiTokenCreatedResponse } from "#contract/shapes/apiToken.ts";
import type { NewCalendarFeedResponse } from "#contract/shapes/calendarFeed.ts";
import type { InvitationsResponse, MadeLink } from "#contract/shapes/link.ts";
import { createApiToken } from "#server/apiTokens/queries.ts";
import { replaceFeed } from "#server/calendar/queries.ts";
import type { UserRow } from "#server/db/schema/accounts.ts";
import { makeForgottenReset } from "#server/links/resets.ts";
import { issueCode, LINK_CODE_MS } from "#server/oidc/codes.ts";
import { readProviders } from "#server/oidc/providerConfig.ts";
import { changeAccount, rotateKey } from "#server/operator.ts";
import { hashOnce } from "#server/testing/accounts.ts";
import type { TestUser } from "#server/testing/server.ts";
import { sharedServer, sharedUser } from "#server/testing/sharedServer.ts";

const PASSWORD = "a long password";
const NEW_PASSWORD = "another password";
const EMAIL = "max@example.com";

const server = sharedServer();
const admin = sharedUser(server, "admin");
let max: TestUser;

beforeEach(async () => {
  const provider = {
    id: "acme",
    issuer: "https://id.example",
    client_id: "taskdeck",
    label: "Acme",
  };
  server.deps.config.oidcProviders = readProviders("OIDC_PROVIDERS", JSON.stringify([provider]));
  const password_hash = await hashOnce(PASSWORD);
  max = await server.as("member", { email: EMAIL, password_hash, email_verified: 1 });
});

const setColumns = async (columns: Partial<UserRow>) =>
  void (await server.db.updateTable("users").set(columns).where("id", "=", max.user.id).execute());

async function makeResetLink(): Promise<string> {
  const { body } = await admin.call("POST", `/api/users/${max.user.id}/reset-link`);
  return (body as MadeLink).path.split("#")[1] ?? "";
}

async function addIdentity(id: string, confirmed_at: string | null) {
  const times = { created_at: max.user.created_at, confirmed_at };
  const identity = { id, provider: "acme", subject: id, email: EMAIL, ...times };
  await server.db
    .insertInto("identities")
    .values({ ...identity, user_id: max.user.id })
    .execute();
}

/** Gives Max every way in. Returns functions that tell whether each still works. */
async function makeSecrets(): Promise<Record<string, () => Promise<boolean>>> {
  const link = await makeResetLink();
  const code = await issueCode(server.db, { userId: max.user.id }, LINK_CODE_MS, server.clock.time);
  await addIdentity("confirmed", max.user.created_at);
  await addIdentity("unconfirmed", null);
  const session = await server.signIn(max.user);
  const token = { name: "Script", scope: "read", days: 7 };
  const { secret } = (await max.call("POST", "/api/tokens", token)).body as ApiTokenCreatedResponse;
  const { path } = (await max.call("POST", "/api/profile/calendar"))
    .body as NewCalendarFeedResponse;
  const isIdentity = async (id: string) => {
    const rows = await server.db.selectFrom("identities").select("id").execute();
    return rows.some((row) => row.id === id);
  };
  const works = async (request: Promise<{ status: number }>) => (await request).status === 200;
  const readEmail = server.db.selectFrom("users").select("email").where("id", "=", max.user.id);
  return {
    password: async () => {
      const { email } = (await readEmail.executeTakeFirst()) ?? {};
      return await works(server.call("POST", "/api/auth/login", { email, password: PASSWORD }));
    },
    link: () => works(server.call("POST", "/api/links/open", { token: link })),
    code: () => works(server.call("POST", "/api/auth/oidc/exchange", { code })),
    unconfirmed: () => isIdentity("unconfirmed"),
    confirmed: () => isIdentity("confirmed"),
    session: () => works(session.call("GET", "/api/auth/me")),
    token: () => works(server.callWith(secret)("GET", "/api/profile")),
    feed: () => works(server.call("GET", path)),
  };
}

const setPassword = async (headers?: Record<string, string>) => {
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  return await max.call("PUT", "/api/profile/password", body, headers);
};
const redeemLink = async (token = "") =>
  await server.call("POST", "/api/links/reset", { token, password: NEW_PASSWORD });
const resetPassword = async () => await redeemLink(await makeResetLink());
async function resetByMail() {
  const { db, clock, deps } = server;
  await redeemLink((await makeForgottenReset(db, EMAIL, deps.config, clock.time))?.token);
}
const setEmail = () => max.call("PUT", "/api/profile", { name: "Max", email: "new@example.com" });
const setActive = (is_active: boolean) =>
  admin.call("PUT", `/api/users/${max.user.id}`, { is_active });
const byOperator = async (change: { newPassword: boolean; signInLink?: string }) =>
  await changeAccount(
    server.db,
    EMAIL,
    { admin: false, activate: false, ...change },
    server.clock.time,
  );
const afterOperator = () => byOperator({ newPassword: true });
async function signInByOperatorsLink() {
  const results = await byOperator({ newPassword: false, signInLink: "https://tasks.example" });
  const [, code] = /sign-in=(\S+)/.exec(String(results)) ?? [];
  await server.call("POST", "/api/auth/oidc/exchange", { code });
}
async function linkByPassword() {
  const { db, clock } = server;
  const content = { userId: max.user.id, identityId: "unconfirmed" };
  const code = await issueCode(db, content, LINK_CODE_MS, clock.time);
  await server.call("POST", "/api/auth/oidc/link", { code, password: PASSWORD });
}
const confirmIdentity = () =>
  admin.call("POST", `/api/users/${max.user.id}/identities/unconfirmed/confirm`);
const unlink =
  (query = "") =>
  async () =>
    await admin.call("DELETE", `/api/users/${max.user.id}/identities/confirmed${query}`);

const CHANGES: [change: string, make: () => Promise<unknown>, left: string[]][] = [
  ["a change of the password", () => setPassword(), ["unconfirmed", "confirmed"]],
  ["a reset of the password", resetPassword, ["unconfirmed", "confirmed"]],
  ["an operator's new password", afterOperator, ["unconfirmed", "confirmed"]],
  [
    "a change of the email address",
    setEmail,
    ["password", "confirmed", "session", "token", "feed"],
  ],
  [
    "a sign-in that confirms a new email address",
    async () => {
      server.deps.config.emailChange = "password";
      await setEmail();
      await server.call("POST", "/api/auth/login", {
        email: "new@example.com",
        password: PASSWORD,
      });
    },
    ["password", "confirmed", "session", "token", "feed"],
  ],
  [
    "a changed name",
    () => max.call("PUT", "/api/profile", { name: "Maximilian", email: EMAIL.toUpperCase() }),
    ["password", "link", "code", "unconfirmed", "confirmed", "session", "token", "feed"],
  ],
  [
    "a sign-in by an operator's link",
    signInByOperatorsLink,
    ["password", "link", "code", "unconfirmed", "confirmed", "session", "token", "feed"],
  ],
  ["an admin's confirmation of an identity", confirmIdentity, ["password", "unconfirmed"]],
  [
    "an admin's unlinking of an identity",
    unlink(),
    ["password", "link", "code", "unconfirmed", "session", "token", "feed"],
  ],
  [
    "an admin's unlinking of an identity and of what it has made",
    unlink("?access=end"),
    ["password", "unconfirmed"],
  ],
  [
    "signing out everywhere",
    () => max.call("DELETE", "/api/auth/sessions"),
    ["password", "link", "unconfirmed", "confirmed", "token", "feed"],
  ],
  [
    "deactivation, even if the account is activated again",
    async () => {
      await setActive(false);
      await setActive(true);
    },
    ["password", "unconfirmed", "confirmed", "token", "feed"],
  ],
  ["deletion", () => admin.call("DELETE", `/api/users/${max.user.id}`), []],
];

/** The ways in that still work after a change. */
async function waysInAfter(make: () => Promise<unknown>): Promise<string[]> {
  const secrets = await makeSecrets();
  await make();
  const working: string[] = [];
  for (const [name, works] of Object.entries(secrets)) if (await works()) working.push(name);
  return working;
}

test.each(CHANGES)(
  "after %s only the other ways in work, and all of other users",
  async (_change, make, left) => {
    const token = { name: "Script", scope: "read", days: 7 };
    const { body } = await admin.call("POST", "/api/tokens", token);
    const callWithToken = server.callWith((body as ApiTokenCreatedResponse).secret);
    expect(await waysInAfter(make)).toEqual(left);
    expect(await callWithToken("GET", "/api/profile")).toMatchObject({ status: 200 });
    expect(await admin.call("GET", "/api/auth/me")).toMatchObject({ status: 200 });
  },
);

/** Every way to prove an address, and what it leaves of an account that anybody may have prepared. */
const PROOFS: [proof: string, make: () => Promise<unknown>, left: string[]][] = [
  ["a mailed reset link", resetByMail, []],
  ["an admin's reset link", resetPassword, []],
  ["an operator's one-time password", afterOperator, []],
  ["an operator's link", signInByOperatorsLink, []],
  ["a provider and the password", linkByPassword, ["password", "unconfirmed"]],
  ["a provider and an admin", confirmIdentity, ["unconfirmed"]],
];

test.each(PROOFS)(
  "when %s proves an address, no other way in is left",
  async (_proof, make, left) => {
    const pending = { pending_email: "eve@example.com", pending_email_key: "eve@example.com" };
    await setColumns({ email_verified: 0, ...pending });
    expect(await waysInAfter(make)).toEqual(left);
    const users = server.db.selectFrom("users").select(["email_verified", "pending_email"]);
    const proven = [{ email_verified: 1, pending_email: null }];
    expect(await users.where("email", "=", EMAIL).execute()).toEqual(proven);
  },
);

test("a change of the password keeps its own session, and a repeated request ends nothing twice", async () => {
  await makeSecrets();
  const headers = { "idempotency-key": "0123456789abcdef" };
  expect(await setPassword(headers)).toMatchObject({ status: 204 });
  expect(await setPassword(headers)).toMatchObject({ status: 204 });
  const log = await server.db.selectFrom("changes").select("kind").execute();
  const ended = log.map(({ kind }) => kind).filter((kind) => /password|revoked/.test(kind));
  expect(ended.sort()).toEqual(["reset_link.revoked", "user.password_changed"]);
});

test.each([
  ["a change of the password", () => setPassword()],
  ["signing out everywhere", () => max.call("DELETE", "/api/auth/sessions")],
])("after %s a request of another session that waited makes no secret", async (_change, make) => {
  const { sessionId } = await server.signIn(max.user);
  await make();
  const context = { by: max.user, at: server.clock.time, sessionId };
  const input = { name: "Script", scope: "read", days: 7 } as const;
  const token = createApiToken(server.db, max.user, input, { ...context, secret: "secret" });
  await expect(token).rejects.toThrow("Please sign in");
  const feed = replaceFeed(server.db, max.user, { token: "secret", view: undefined }, context);
  await expect(feed).rejects.toThrow("Please sign in");
  const working = server.db.selectFrom("secrets").select("id").where("ended_at", "is", null);
  expect(await working.execute()).toEqual([]);
});

test.each([
  ["", false, ["password", "unconfirmed", "confirmed"]],
  [" with --keep-tokens", true, ["password", "unconfirmed", "confirmed", "token", "feed"]],
])(
  "after rotate-key%s no session, link, code or invitation works, of nobody",
  async (_option, keepTokens, left) => {
    const secrets = await makeSecrets();
    const { body } = await admin.call("POST", "/api/invitations", { list: "eve@example.com" });
    const [invited] = (body as InvitationsResponse).results;
    const token = invited?.made?.path.split("#")[1];
    const done = await rotateKey(server.db, { keepTokens }, server.clock.time);
    const kept = keepTokens ? "" : ", API tokens: 1, calendar feeds: 1";
    expect(done).toBe(
      `Ended: sessions: 3, links: 2, codes: 1${kept}. All users must sign in again.`,
    );
    const working: string[] = [];
    for (const [name, works] of Object.entries(secrets)) if (await works()) working.push(name);
    expect(working).toEqual(left);
    expect(await server.call("POST", "/api/links/open", { token })).toMatchObject({ status: 409 });
    expect(await admin.call("GET", "/api/auth/me")).toMatchObject({ status: 401 });
  },
);
