import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { hashPassword } from "#server/accounts/passwords.ts";
import { ADA, type OidcServer, startOidcServer } from "#server/testing/oidc/oidcServer.ts";
import { startProvider, type TestProvider } from "#server/testing/oidc/provider.ts";

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

describe("role and teams from claims", () => {
  const role = { claim: "groups", admin: ["admins"] };
  const teams = { claim: "groups", map: { web: "Web", ops: "Operations" } };
  const groups = async (...names: string[]) =>
    await provider.setUsers({ ada: { ...ADA, groups: names } });
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
    const password_hash = await hashPassword(password);
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
    const { id } = await oidc.server.db
      .selectFrom("identities")
      .select("id")
      .executeTakeFirstOrThrow();
    await admin.call("POST", `/api/users/${user.id}/identities/${id}/confirm`);
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
