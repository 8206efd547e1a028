import { expect } from "@jest/globals";
import type { InvitationsResponse, MadeLink } from "#contract/link.ts";
import type { SessionResponse } from "#contract/session.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { issueCode, LINK_CODE_MS } from "#server/oidc/codes.ts";
import { readProviders } from "#server/oidc/providerConfig.ts";
import { settingsOf } from "#server/testing/oidc/provider.ts";

import { type CheckedCalls, PASSWORD } from "./checkedCalls.ts";

/** Sessions and the profile. */
export async function failSessions({ server, admin, call }: CheckedCalls): Promise<void> {
  const account = { email: "eve@example.com", password: PASSWORD, role: "member" };
  expect(await call("POST /api/auth/register", { by: null, body: account })).toMatchObject({
    status: 201,
  });
  await call("POST /api/auth/register", { by: null, body: account });
  await call("POST /api/auth/register", { by: null, body: {} });
  server.deps.config.adminRegistration = "closed";
  const another = { ...account, email: "adam@example.com", role: "admin" };
  await call("POST /api/auth/register", { by: null, body: another });
  const { body } = await call("POST /api/auth/login", { by: null, body: account });
  const { accessToken, refreshToken } = body as SessionResponse;
  const wrong = { ...account, password: "another password" };
  await call("POST /api/auth/login", { by: null, body: wrong });
  await call("POST /api/auth/login", { by: null, body: "{" });
  server.deps.config.registration = "approval";
  const waiting = { ...account, email: "new@example.com" };
  await call("POST /api/auth/register", { by: null, body: waiting });
  await call("POST /api/auth/login", { by: null, body: waiting });
  await call("POST /api/auth/refresh", { by: null, body: { refreshToken } });
  await call("POST /api/auth/refresh", { by: null, body: { refreshToken: "nonsense" } });

  const headers = { authorization: `Bearer ${accessToken}` };
  const change = { name: "Eve", email: account.email };
  await call("PUT /api/profile", { headers, body: change });
  await call("PUT /api/profile", { headers, body: { ...change, email: "eva@example.com" } });
  await call("PUT /api/profile", { headers, body: { name: "" } });
  await call("PUT /api/profile", { headers, body: { ...change, email: admin.user.email } });
  const passwords = { currentPassword: PASSWORD, newPassword: "another password" };
  await call("PUT /api/profile/password", { headers, body: passwords });
  await call("PUT /api/profile/password", { headers, body: passwords });
}

/** Sign-ins with a provider. */
export async function failProviders({ server, call }: CheckedCalls): Promise<void> {
  const { user } = await server.as("member", { password_hash: await hashPassword(PASSWORD) });
  const deactivated = await server.as("member", {
    password_hash: await hashPassword(PASSWORD),
    is_active: 0,
  });
  server.deps.config.oidcProviders = readProviders(
    "test",
    JSON.stringify([settingsOf({ issuer: "http://localhost:9" })]),
  );
  await server.db
    .insertInto("identities")
    .values({
      id: "identity",
      user_id: deactivated.user.id,
      provider: "test",
      subject: "eve",
      email: "eve@example.org",
      created_at: server.clock.time.toISOString(),
      confirmed_at: null,
    })
    .execute();
  const now = server.clock.time;
  const codeOf = async (userId: string, identityId?: string) =>
    await issueCode(server.db, { userId, ...(identityId && { identityId }) }, LINK_CODE_MS, now);
  const exchange = "POST /api/auth/oidc/exchange";
  for (const code of [await codeOf(user.id), await codeOf(deactivated.user.id), "invented"]) {
    await call(exchange, { by: null, body: { code } });
  }
  const code = await codeOf(deactivated.user.id, "identity");
  await call("POST /api/auth/oidc/link", { by: null, body: { code, password: "wrong" } });
  await call("POST /api/auth/oidc/link", { by: null, body: { code, password: PASSWORD } });
  await call("GET /api/users/:id/identities", { ids: [deactivated.user.id] });
}

/** Invitations and links to set a password. */
export async function failLinks({ server, call }: CheckedCalls): Promise<void> {
  const { user } = await server.as("member", { email: "forgetful@example.com" });
  const ids = [user.id];
  const account = { name: "Zoe", password: PASSWORD };
  const settings = server.deps.config;
  /** Opens and uses a link, with its page's call. */
  async function openAndUse(page: "accept" | "reset", token: string | undefined) {
    await call("POST /api/links/open", { by: null, body: { token } });
    await call(`POST /api/links/${page}`, { by: null, body: { ...account, token } });
  }

  const reset = (await call("POST /api/users/:id/reset-link", { ids })).body as MadeLink;
  const invited = await call("POST /api/invitations", { body: { list: "zoe@example.com" } });
  const [result] = (invited.body as InvitationsResponse).results;
  const tokens = [result?.made?.path, reset.path].map((path) => path?.split("#")[1]);
  for (const mode of ["off", "on", "on"] as const) {
    settings.localSignIn = mode;
    await openAndUse("accept", tokens[0]);
    await openAndUse("reset", tokens[1]);
  }
  await openAndUse("accept", "unknown");
  await openAndUse("reset", "unknown");
  const { link } = (await call("POST /api/users/:id/reset-link", { ids })).body as MadeLink;
  await call("PUT /api/users/:id", { ids, body: { is_active: false } });
  await call("POST /api/users/:id/reset-link", { ids });
  await call("POST /api/links/:id/renew", { ids: [link.id] });
}
