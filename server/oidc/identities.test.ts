import { describe, expect, test } from "@jest/globals";
import type { MadeLink } from "#contract/shapes/link.ts";
import type { OwnIdentitiesResponse } from "#contract/shapes/signIn.ts";
import { hashOnce } from "#server/testing/accounts.ts";
import { ADA, oidcServer } from "#server/testing/oidc/oidcServer.ts";
import { Visitor } from "#server/testing/oidc/visitor.ts";
import type { TestUser } from "#server/testing/server.ts";

const oidc = oidcServer();

/** An admin confirms that a user's only identity belongs to them. */
async function confirmLink(admin: TestUser, userId: string): Promise<void> {
  const { id } = await oidc.server.db
    .selectFrom("identities")
    .select("id")
    .executeTakeFirstOrThrow();
  await admin.call("POST", `/api/users/${userId}/identities/${id}/confirm`);
}

describe("accounts and identities", () => {
  test("a changed e-mail address at the provider keeps the account", async () => {
    const { user } = await oidc.session();
    await oidc.provider.setUsers({ ada: { ...ADA, email: "countess@example.com" } });
    expect((await oidc.session()).user).toMatchObject({ id: user.id, email: ADA.email });
    expect(await oidc.server.db.selectFrom("identities").select("email").execute()).toEqual([
      { email: "countess@example.com" },
    ]);
  });

  test("an unverified or a missing address is never linked, and creates no account", async () => {
    const { name, email } = ADA;
    await oidc.server.as("member", { email });
    await oidc.provider.setUsers({
      ada: { ...ADA, email_verified: false },
      silent: { name, email: "silent@example.com" },
      eve: { name: "Eve" },
    });
    const users = async () =>
      (await oidc.server.db.selectFrom("users").select("id").execute()).length;
    const before = await users();
    const failureOf = async (login: string) =>
      (await oidc.signIn(login, new Visitor()))["sign-in-error"];
    expect(await failureOf("ada")).toBe("email_unverified");
    expect(await failureOf("silent")).toBe("email_unverified");
    expect(await failureOf("eve")).toBe("email_missing");
    expect(await oidc.server.db.selectFrom("identities").selectAll().execute()).toEqual([]);
    expect(await users()).toBe(before);

    oidc.configure({ trust_email: true });
    expect(await failureOf("ada")).toBe("email_unverified");
    expect(await failureOf("silent")).toBeUndefined();
    expect(await users()).toBe(before + 1);
  });

  test("a verified address is linked after the account's password was entered once", async () => {
    const password_hash = await hashOnce("a long password");
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
    const log = await oidc.server.db.selectFrom("changes").select("kind").execute();
    expect(log.map(({ kind }) => kind)).toEqual(["user.identity_linked", "user.identity_unlinked"]);
  });

  test("an identity that was linked before somebody else recovered the account no longer signs in to it", async () => {
    const admin = await oidc.server.as("admin");
    const { user, accessToken } = await oidc.session();
    const call = oidc.server.callWith(accessToken);
    await call("PUT", "/api/profile", { name: "Grace", email: "grace@example.com" });
    const { body } = await admin.call("POST", `/api/users/${user.id}/reset-link`);
    const token = (body as MadeLink).path.split("#")[1];
    await oidc.server.call("POST", "/api/links/reset", { token, password: "a long password" });
    expect(await call("GET", "/api/auth/me")).toMatchObject({ status: 401 });
    expect((await oidc.session("ada", new Visitor())).user).not.toMatchObject({ id: user.id });
  });

  test("a user unlinks an identity of their own, unless it is the only way to sign in", async () => {
    const url = "/api/profile/identities";
    const { user, ...first } = await oidc.session();
    const other = await oidc.session("ada", new Visitor());
    const call = oidc.server.callWith(first.accessToken);
    const list = async () => ((await call("GET", url)).body as OwnIdentitiesResponse).identities;
    const [identity] = await list();
    expect(identity).toMatchObject({ provider: "Test ID", email: ADA.email, only_way_in: true });
    const unlink = () => call("DELETE", `${url}/${identity?.id}`);
    const refused = { error: "This is your only way to sign in. Set a password first." };
    expect(await unlink()).toMatchObject({ status: 409, body: refused });
    const setPassword = { password_hash: await hashOnce("a long password") };
    await oidc.server.db.updateTable("users").set(setPassword).where("id", "=", user.id).execute();
    oidc.server.deps.config.localSignIn = "admins";
    expect(await unlink()).toMatchObject({ status: 409 });
    oidc.server.deps.config.localSignIn = "on";
    expect(await list()).toMatchObject([{ only_way_in: false }]);
    const member = await oidc.server.as("member");
    expect(await member.call("DELETE", `${url}/${identity?.id}`)).toMatchObject({ status: 404 });
    expect(await unlink()).toMatchObject({ status: 204 });
    expect(await list()).toEqual([]);
    expect(await oidc.refresh(other)).toBe(401);
    expect((await oidc.signIn("ada", new Visitor()))["link"]).toBeDefined();
  });

  test.each([
    ["a reset link set it", 200, true, ADA.email],
    ["a reset link set it before the address changed", 401, true, "old@example.com"],
    ["its user chose it at registration", 401, false, ADA.email],
  ])(
    "after an admin's confirmation, the password stays only if its owner is known: %s",
    async (_case, status, isReset, email) => {
      const admin = await oidc.server.as("admin");
      const password = "a long password";
      const password_hash = await hashOnce(password);
      const member = await oidc.server.as("member", { email, password_hash });
      const { user } = member;
      if (isReset) {
        const { body } = await admin.call("POST", `/api/users/${user.id}/reset-link`);
        const token = (body as MadeLink).path.split("#")[1];
        await oidc.server.call("POST", "/api/links/reset", { token, password });
        const { call } = await oidc.server.signIn(user);
        await call("PUT", "/api/profile", { name: "Ada", email: ADA.email });
      }
      await oidc.signIn();
      await confirmLink(admin, user.id);
      const signIn = { email: ADA.email, password };
      expect((await oidc.server.call("POST", "/api/auth/login", signIn)).status).toBe(status);
    },
  );
});

describe("role and teams from claims", () => {
  const role = { claim: "groups", admin: ["admins"] };
  const teams = { claim: "groups", map: { web: "Web", ops: "Operations" } };
  const groups = async (...names: string[]) =>
    await oidc.provider.setUsers({ ada: { ...ADA, groups: names } });
  const teamsOf = async (userId: string) =>
    (
      await oidc.server.db
        .selectFrom("team_members")
        .innerJoin("teams", "teams.id", "team_members.team_id")
        .select("name")
        .where("user_id", "=", userId)
        .orderBy("name")
        .execute()
    ).map(({ name }) => name);

  async function makeTeams() {
    const admin = await oidc.server.as("admin");
    for (const name of ["Web", "Operations", "Other"]) {
      await admin.call("POST", "/api/teams", { name });
    }
    return admin;
  }

  test("are set at every sign-in; teams that the provider doesn't decide stay", async () => {
    const admin = await makeTeams();
    oidc.configure({ role, teams });
    await groups("admins", "web");
    const { user } = await oidc.session();
    expect(user.role).toBe("admin");
    expect(await teamsOf(user.id)).toEqual(["Web"]);
    const other = await oidc.server.db
      .selectFrom("teams")
      .select("id")
      .where("name", "=", "Other")
      .executeTakeFirstOrThrow();
    await admin.call("POST", `/api/teams/${other.id}/members`, { userId: user.id });
    await groups("ops");
    expect((await oidc.session()).user.role).toBe("member");
    expect(await teamsOf(user.id)).toEqual(["Operations", "Other"]);
  });

  test("are set at the first sign-in only if sync is off", async () => {
    await makeTeams();
    oidc.configure({ role, teams, sync: false });
    await groups("web");
    const { user } = await oidc.session();
    await groups("admins", "ops");
    expect((await oidc.session()).user.role).toBe("member");
    expect(await teamsOf(user.id)).toEqual(["Web"]);
  });

  test("are set by the first sign-in that starts a session, though the account waited for approval", async () => {
    const admin = await makeTeams();
    oidc.configure({ role, teams, sync: false });
    oidc.server.deps.config.registration = "approval";
    await groups("web");
    const waiting = await oidc.exchange((await oidc.signIn())["sign-in"]);
    expect(waiting).toMatchObject({ status: 403 });
    const { id } = await oidc.server.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", ADA.email)
      .executeTakeFirstOrThrow();
    await admin.call("PUT", `/api/users/${id}`, { is_active: true });
    await groups("admins", "ops");
    expect((await oidc.session()).user.role).toBe("admin");
    expect(await teamsOf(id)).toEqual(["Operations"]);
    await groups("web");
    expect((await oidc.session()).user.role).toBe("admin");
  });

  test.each([true, false])("are set by the sign-in that links (sync: %s)", async (sync) => {
    await makeTeams();
    oidc.configure({ role, teams, sync });
    await groups("admins", "web");
    const password = "a long password";
    const password_hash = await hashOnce(password);
    const { user } = await oidc.server.as("member", { email: ADA.email, password_hash });
    const { link: code } = await oidc.signIn();
    expect(await teamsOf(user.id)).toEqual([]);
    const url = `${oidc.origin}/api/auth/oidc/link`;
    expect(await oidc.visitor.post(url, { code, password })).toMatchObject({
      status: 200,
      body: { user: { id: user.id, role: "admin" } },
    });
    expect(await teamsOf(user.id)).toEqual(["Web"]);
  });

  test("are set by the sign-in after an admin has confirmed the link", async () => {
    const admin = await makeTeams();
    oidc.configure({ role, teams, sync: false });
    await groups("admins", "web");
    const { user } = await oidc.server.as("member", { email: ADA.email });
    await oidc.signIn();
    await confirmLink(admin, user.id);
    expect((await oidc.session()).user.role).toBe("admin");
    expect(await teamsOf(user.id)).toEqual(["Web"]);
  });

  test("never demote the last active admin", async () => {
    oidc.configure({ role });
    await groups("admins");
    const { user } = await oidc.session();
    await oidc.server.db
      .updateTable("users")
      .set({ is_active: 0 })
      .where("id", "!=", user.id)
      .execute();
    await groups();
    expect((await oidc.session()).user.role).toBe("admin");
  });
});
