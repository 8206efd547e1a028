import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from "@jest/globals";
import type { SessionResponse } from "#contract/session.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { settingsOf, startProvider, type TestProvider } from "#server/testing/oidc/provider.ts";
import { Visitor } from "#server/testing/oidc/visitor.ts";
import { startServer, type TestServer } from "#server/testing/server.ts";
import { readProviders } from "./providerConfig.ts";

const ADA = { email: "ada@example.com", email_verified: true, name: "Ada Lovelace" };

let provider: TestProvider;
let server: TestServer;
let origin: string;
let visitor: Visitor;

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

beforeEach(async () => {
  server = await startServer();
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
  server.deps.config.publicUrl = origin;
  configure();
  await provider.serve(origin, "test");
  await provider.setUsers({ ada: ADA });
  visitor = new Visitor();
  await server.as("admin", { email: "root@example.com" });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
});

function configure(fields: object = {}) {
  const settings = JSON.stringify([settingsOf(provider, fields)]);
  server.deps.config.oidcProviders = readProviders("OIDC_PROVIDERS", settings, true);
}

const start = () => `${origin}/api/auth/oidc/test/start`;
const isScreen = (url: string) => url.startsWith(`${origin}/login`);
const isCallback = (url: string) => url.startsWith(`${origin}/api/auth/oidc/test/callback`);
const isForm = (url: string) => url.includes("/interaction/");

/** The parameters in the fragment of the sign-in screen's address. */
function outcomeOf(url: string): Record<string, string> {
  expect(isScreen(url)).toBe(true);
  return Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)));
}

/** The authorization request that the server redirects to. */
async function authorizationUrl(who = visitor): Promise<string> {
  return (await who.send(start())).headers.get("location") ?? "";
}

/** Signs in at the provider and consents; returns the address that it redirects to. */
async function pass(authorization: string, login: string, who = visitor): Promise<string> {
  const forms = await who.follow(authorization, (url) => isForm(url) || isCallback(url));
  if (isCallback(forms)) return forms;
  const consent = await who.submit(
    forms,
    { prompt: "login", login, password: "x" },
    (url) => isForm(url) || isCallback(url),
  );
  if (isCallback(consent)) return consent;
  return await who.submit(consent, { prompt: "consent" }, isCallback);
}

/** A whole sign-in; returns what the sign-in screen's address says. */
async function signIn(login = "ada", who = visitor) {
  return outcomeOf(await who.follow(await pass(await authorizationUrl(who), login, who), isScreen));
}

const exchange = async (code: string | undefined, who = visitor) =>
  await who.post(`${origin}/api/auth/oidc/exchange`, { code });

/** A whole sign-in with its session. */
async function session(login = "ada", who = visitor): Promise<SessionResponse> {
  const { status, body } = await exchange((await signIn(login, who))["sign-in"], who);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as SessionResponse;
}
const refresh = async ({ refreshToken }: SessionResponse) =>
  (await server.call("POST", "/api/auth/refresh", { refreshToken })).status;
const users = async () => await server.db.selectFrom("users").selectAll().execute();
const userOf = async (email: string) => (await users()).find((user) => user.email === email);

describe("a sign-in with a provider", () => {
  test("creates an account, and gives a session as any sign-in does", async () => {
    const { user, accessToken } = await session();
    expect(user).toMatchObject({ name: "Ada Lovelace", email: ADA.email, role: "member" });
    const me = await server.app.inject({
      url: "/api/auth/me",
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(me.json()).toMatchObject({ user: { email: ADA.email } });
    const again = await session("ada", new Visitor());
    expect(again.user.id).toBe(user.id);
  });

  test("sends PKCE, state and nonce, and stores only hashes", async () => {
    const { searchParams } = new URL(await authorizationUrl());
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    const rows = JSON.stringify(await server.db.selectFrom("oidc_sign_ins").selectAll().execute());
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(rows).not.toContain(searchParams.get(name));
    }
  });

  test("sign-ins in two tabs at the same time both succeed", async () => {
    const [first, second] = [await authorizationUrl(), await authorizationUrl()];
    const back = [await pass(second, "ada"), await pass(first, "ada")];
    for (const url of back) {
      const { "sign-in": code } = outcomeOf(await visitor.follow(url, isScreen));
      expect(await exchange(code)).toMatchObject({ status: 200 });
    }
  });

  test("waits for an admin's approval if registration needs approval", async () => {
    server.deps.config.registration = "approval";
    const { "sign-in": code } = await signIn();
    expect(await exchange(code)).toMatchObject({
      status: 403,
      body: { code: "awaiting_approval" },
    });
  });

  test("creates no account if the provider's settings say so", async () => {
    configure({ create: false });
    expect(await signIn()).toEqual({ "sign-in-error": "not_created" });
    expect(await userOf(ADA.email)).toBeUndefined();
  });

  test("a new key of the provider is fetched when a token names it", async () => {
    await session();
    await provider.rotateKeys();
    const later = Date.now() + 15_000;
    jest.spyOn(Date, "now").mockImplementation(() => later);
    await session("ada", new Visitor());
  });
});

describe("a sign-in is refused", () => {
  test("if the user denies it", async () => {
    const form = await visitor.follow(await authorizationUrl(), isForm);
    expect(outcomeOf(await visitor.follow(`${form}/abort`, isScreen))).toEqual({
      "sign-in-error": "denied",
    });
  });

  test("if it took more than ten minutes", async () => {
    const back = await pass(await authorizationUrl(), "ada");
    server.clock.advance(10 * 60_000);
    expect(outcomeOf(await visitor.follow(back, isScreen))).toEqual({ "sign-in-error": "expired" });
  });

  test("if its response arrives twice, or in another browser", async () => {
    const back = await pass(await authorizationUrl(), "ada");
    const expired = { "sign-in-error": "expired" };
    expect(outcomeOf(await new Visitor().follow(back, isScreen))).toEqual(expired);
    expect(outcomeOf(await visitor.follow(back, isScreen))).toHaveProperty("sign-in");
    expect(outcomeOf(await visitor.follow(back, isScreen))).toEqual(expired);
  });

  test("if the provider's code was used with another state, or was invented", async () => {
    const back = new URL(await pass(await authorizationUrl(), "ada"));
    back.searchParams.set("code", "invented");
    expect(outcomeOf(await visitor.follow(back.href, isScreen))).toEqual({
      "sign-in-error": "failed",
    });
    const other = new URL(await pass(await authorizationUrl(), "ada"));
    other.searchParams.set("state", "invented");
    expect(outcomeOf(await visitor.follow(other.href, isScreen))).toEqual({
      "sign-in-error": "expired",
    });
  });

  test("if the ID token has another nonce", async () => {
    const url = new URL(await authorizationUrl());
    url.searchParams.set("nonce", "another");
    const back = await pass(url.href, "ada");
    expect(outcomeOf(await visitor.follow(back, isScreen))).toEqual({ "sign-in-error": "failed" });
    expect(await userOf(ADA.email)).toBeUndefined();
  });

  test("if the provider is down, while other ways in work; later it works again", async () => {
    const password_hash = await hashPassword("a long password");
    const email = "local@example.com";
    await server.as("member", { email, password_hash });
    configure({ issuer: "http://localhost:9" });
    expect(outcomeOf(await visitor.follow(start(), isScreen))).toEqual({
      "sign-in-error": "unavailable",
    });
    const local = { email, password: "a long password" };
    expect(await server.call("POST", "/api/auth/login", local)).toMatchObject({ status: 200 });
    configure();
    await session();
  });

  test("if the account is deactivated, with the text of the local sign-in", async () => {
    const { user } = await session();
    await server.db.updateTable("users").set({ is_active: 0 }).where("id", "=", user.id).execute();
    expect(await exchange((await signIn())["sign-in"])).toEqual({
      status: 403,
      body: { error: "Your account is deactivated. Please ask an admin.", code: "account_closed" },
    });
  });

  test("if its code is used twice, late, or in another browser", async () => {
    const { "sign-in": code } = await signIn();
    expect(await exchange(code, new Visitor())).toMatchObject({ status: 400 });
    expect(await exchange(code)).toMatchObject({ status: 200 });
    expect(await exchange(code)).toMatchObject({ status: 400 });
    const { "sign-in": late } = await signIn();
    server.clock.advance(60_000);
    expect(await exchange(late)).toMatchObject({ status: 400 });
  });
});

describe("accounts and identities", () => {
  test("a changed e-mail address at the provider keeps the account", async () => {
    const { user } = await session();
    await provider.setUsers({ ada: { ...ADA, email: "countess@example.com" } });
    expect((await session()).user).toMatchObject({ id: user.id, email: ADA.email });
    expect(await server.db.selectFrom("identities").select("email").execute()).toEqual([
      { email: "countess@example.com" },
    ]);
  });

  test("an unverified address is never linked, and without an address no account is created", async () => {
    await server.as("member", { email: ADA.email });
    await provider.setUsers({ ada: { ...ADA, email_verified: false }, eve: { name: "Eve" } });
    expect(await signIn()).toEqual({ "sign-in-error": "email_unverified" });
    expect(await signIn("eve", new Visitor())).toEqual({ "sign-in-error": "email_missing" });
    expect(await server.db.selectFrom("identities").selectAll().execute()).toEqual([]);
  });

  test("a verified address is linked after the account's password was entered once", async () => {
    const password_hash = await hashPassword("a long password");
    const { user } = await server.as("member", { email: ADA.email, password_hash });
    const { link: code, provider: id } = await signIn();
    expect(id).toBe("test");
    expect(await exchange(code)).toMatchObject({ status: 400 });
    const confirm = async (password: string, who = visitor) =>
      await who.post(`${origin}/api/auth/oidc/link`, { code, password });
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
    expect((await session("ada", new Visitor())).user.id).toBe(user.id);
  });

  test("an admin can confirm a link, and remove it, which ends its sessions", async () => {
    const admin = await server.as("admin");
    const { user } = await server.as("member", { email: ADA.email });
    await signIn();
    const url = `/api/users/${user.id}/identities`;
    const { body } = await admin.call("GET", url);
    const { identities } = body as { identities: { id: string }[] };
    expect(identities).toMatchObject([{ provider: "Test ID", confirmed_at: null }]);
    const [identity] = identities;
    expect(await admin.call("POST", `${url}/${identity?.id}/confirm`)).toMatchObject({
      status: 204,
    });
    const linked = await session();
    expect(linked.user.id).toBe(user.id);
    expect(await admin.call("DELETE", `${url}/${identity?.id}`)).toMatchObject({ status: 204 });
    expect(await refresh(linked)).toBe(401);
    const log = await server.db.selectFrom("audit_log").select("action").execute();
    expect(log.map(({ action }) => action)).toEqual([
      "user.identity_linked",
      "user.identity_unlinked",
    ]);
  });
});

describe("role and teams from claims", () => {
  const role = { claim: "groups", admin: ["admins"] };
  const teams = { claim: "groups", map: { web: "Web", ops: "Operations" } };
  const groups = async (...names: string[]) =>
    await provider.setUsers({ ada: { ...ADA, groups: names } });
  const teamsOf = async (userId: string) =>
    (
      await server.db
        .selectFrom("team_members")
        .innerJoin("teams", "teams.id", "team_members.team_id")
        .select("name")
        .where("user_id", "=", userId)
        .orderBy("name")
        .execute()
    ).map(({ name }) => name);

  async function makeTeams() {
    const admin = await server.as("admin");
    for (const name of ["Web", "Operations", "Other"]) {
      await admin.call("POST", "/api/teams", { name });
    }
    return admin;
  }

  test("are set at every sign-in; teams that the provider doesn't decide stay", async () => {
    const admin = await makeTeams();
    configure({ role, teams });
    await groups("admins", "web");
    const { user } = await session();
    expect(user.role).toBe("admin");
    expect(await teamsOf(user.id)).toEqual(["Web"]);
    const other = await server.db
      .selectFrom("teams")
      .select("id")
      .where("name", "=", "Other")
      .executeTakeFirstOrThrow();
    await admin.call("POST", `/api/teams/${other.id}/members`, { userId: user.id });
    await groups("ops");
    expect((await session()).user.role).toBe("member");
    expect(await teamsOf(user.id)).toEqual(["Operations", "Other"]);
  });

  test("are set at the first sign-in only if sync is off", async () => {
    await makeTeams();
    configure({ role, teams, sync: false });
    await groups("web");
    const { user } = await session();
    await groups("admins", "ops");
    expect((await session()).user.role).toBe("member");
    expect(await teamsOf(user.id)).toEqual(["Web"]);
  });

  test("never demote the last active admin", async () => {
    configure({ role });
    await groups("admins");
    const { user } = await session();
    await server.db.updateTable("users").set({ is_active: 0 }).where("id", "!=", user.id).execute();
    await groups();
    expect((await session()).user.role).toBe("admin");
  });
});

describe("sign-out", () => {
  const providerLogout = async ({ refreshToken }: SessionResponse) =>
    (await server.call("POST", "/api/auth/logout", { refreshToken })).headers["x-provider-logout"];

  /** Confirms the provider's sign-out. */
  async function endAtProvider(url: string): Promise<string> {
    const page = await visitor.send(url);
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
    const confirm = `${provider.issuer}/session/end/confirm`;
    return await visitor.submit(confirm, { xsrf, logout: "yes" }, isScreen);
  }

  test("returns the address of the provider's sign-out, which ends the provider's session and leads back to the sign-in screen", async () => {
    const path = await providerLogout(await session());
    expect(path).toBe("/api/auth/oidc/test/logout");
    const response = await visitor.send(`${origin}${String(path)}`);
    const end = await endAtProvider(response.headers.get("location") ?? "");
    expect(end).toBe(`${origin}/login`);
    // The provider asks for the password again.
    expect(isForm(await visitor.follow(await authorizationUrl(), isForm))).toBe(true);
  });

  test("returns no such address for other sessions, or if the provider's settings say so", async () => {
    const started = await session();
    configure({ logout: false });
    expect(await providerLogout(started)).toBeUndefined();
    const { refreshToken } = await server.as("member");
    const { headers } = await server.call("POST", "/api/auth/logout", { refreshToken });
    expect(headers["x-provider-logout"]).toBeUndefined();
  });

  test("at the provider ends the user's sessions here, by back-channel logout", async () => {
    const started = await session();
    const other = await session("ada", new Visitor());
    const events: unknown[] = [];
    server.deps.events.subscribe((event) => events.push(event));
    await endAtProvider(`${provider.issuer}/session/end?client_id=taskdeck`);
    expect(await refresh(started)).toBe(401);
    expect(await refresh(other)).toBe(200);
    expect(JSON.stringify(events)).toContain(`"type":"session"`);
  });

  test("a logout token that the provider has not signed ends nothing", async () => {
    const started = await session();
    const response = await fetch(`${origin}/api/auth/oidc/test/backchannel-logout`, {
      method: "POST",
      body: new URLSearchParams({ logout_token: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ." }),
    });
    expect(response.status).toBe(400);
    expect(await refresh(started)).toBe(200);
  });
});
