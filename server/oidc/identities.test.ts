import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { hashPassword } from "#server/accounts/passwords.ts";
import { ADA, type OidcServer, startOidcServer } from "#server/testing/oidc/oidcServer.ts";
import { startProvider, type TestProvider } from "#server/testing/oidc/provider.ts";
import { Visitor } from "#server/testing/oidc/visitor.ts";

let provider: TestProvider;
let oidc: OidcServer;

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

beforeEach(async () => {
  oidc = await startOidcServer(provider);
});
afterEach(() => oidc.server.close());

describe("accounts and identities", () => {
  test("a changed e-mail address at the provider keeps the account", async () => {
    const { user } = await oidc.session();
    await provider.setUsers({ ada: { ...ADA, email: "countess@example.com" } });
    expect((await oidc.session()).user).toMatchObject({ id: user.id, email: ADA.email });
    expect(await oidc.server.db.selectFrom("identities").select("email").execute()).toEqual([
      { email: "countess@example.com" },
    ]);
  });

  test("an unverified address is never linked, and without an address no account is created", async () => {
    await oidc.server.as("member", { email: ADA.email });
    await provider.setUsers({ ada: { ...ADA, email_verified: false }, eve: { name: "Eve" } });
    expect(await oidc.signIn()).toEqual({ "sign-in-error": "email_unverified" });
    expect(await oidc.signIn("eve", new Visitor())).toEqual({ "sign-in-error": "email_missing" });
    expect(await oidc.server.db.selectFrom("identities").selectAll().execute()).toEqual([]);
  });

  test("a verified address is linked after the account's password was entered once", async () => {
    const password_hash = await hashPassword("a long password");
    const { user } = await oidc.server.as("member", { email: ADA.email, password_hash });
    const { link: code, provider: id } = await oidc.signIn();
    expect(id).toBe("test");
    expect(await oidc.exchange(code)).toMatchObject({ status: 400 });
    const confirm = async (password: string, who = oidc.visitor) =>
      await who.post(`${oidc.origin}/api/auth/oidc/link`, { code, password });
    expect(await confirm("a long password", new Visitor())).toMatchObject({ status: 400 });
    expect(await confirm("wrong")).toMatchObject({
      status: 400,
      body: { errors: [{ param: "password" }] },
    });
    expect(await confirm("a long password")).toMatchObject({
      status: 200,
      body: { user: { id: user.id } },
    });
    expect(await confirm("a long password")).toMatchObject({ status: 400 });
    expect((await oidc.session("ada", new Visitor())).user.id).toBe(user.id);
  });

  test("an admin can confirm a link, and remove it, which ends its sessions", async () => {
    const admin = await oidc.server.as("admin");
    const { user } = await oidc.server.as("member", { email: ADA.email });
    await oidc.signIn();
    const url = `/api/users/${user.id}/identities`;
    const { body } = await admin.call("GET", url);
    const { identities } = body as { identities: { id: string }[] };
    expect(identities).toMatchObject([{ provider: "Test ID", confirmed_at: null }]);
    const [identity] = identities;
    expect(await admin.call("POST", `${url}/${identity?.id}/confirm`)).toMatchObject({
      status: 204,
    });
    const linked = await oidc.session();
    expect(linked.user.id).toBe(user.id);
    expect(await admin.call("DELETE", `${url}/${identity?.id}`)).toMatchObject({ status: 204 });
    expect(await oidc.refresh(linked)).toBe(401);
    const log = await oidc.server.db.selectFrom("audit_log").select("action").execute();
    expect(log.map(({ action }) => action)).toEqual([
      "user.identity_linked",
      "user.identity_unlinked",
    ]);
  });
});
