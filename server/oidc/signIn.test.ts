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
import { hashPassword } from "#server/accounts/passwords.ts";
import { ADA, isForm, type OidcServer, startOidcServer } from "#server/testing/oidc/oidcServer.ts";
import { startProvider, type TestProvider } from "#server/testing/oidc/provider.ts";
import { Visitor } from "#server/testing/oidc/visitor.ts";

/** A request's id in the log. */
const REFERENCE: unknown = expect.stringMatching(/^[\da-f-]{24,36}$/);

let provider: TestProvider;
let oidc: OidcServer;

beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

beforeEach(async () => {
  oidc = await startOidcServer(provider);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await oidc.server.close();
});

const users = async () => await oidc.server.db.selectFrom("users").selectAll().execute();
const userOf = async (email: string) => (await users()).find((user) => user.email === email);

describe("a sign-in with a provider", () => {
  test("creates an account, and gives a session as any sign-in does", async () => {
    const { user, accessToken } = await oidc.session();
    expect(user).toMatchObject({ name: "Ada Lovelace", email: ADA.email, role: "member" });
    const me = await oidc.server.app.inject({
      url: "/api/auth/me",
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(me.json()).toMatchObject({ user: { email: ADA.email } });
    const again = await oidc.session("ada", new Visitor());
    expect(again.user.id).toBe(user.id);
  });

  test("sends PKCE, state and nonce, and stores only hashes", async () => {
    const { searchParams } = new URL(await oidc.authorizationUrl());
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    const rows = JSON.stringify(await oidc.server.db.selectFrom("secrets").selectAll().execute());
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(rows).not.toContain(searchParams.get(name));
    }
  });

  test("sign-ins in two tabs at the same time both succeed", async () => {
    const [first, second] = [await oidc.authorizationUrl(), await oidc.authorizationUrl()];
    const back = [await oidc.pass(second, "ada"), await oidc.pass(first, "ada")];
    for (const url of back) {
      const { "sign-in": code } = oidc.outcomeOf(await oidc.visitor.follow(url, oidc.isScreen));
      expect(await oidc.exchange(code)).toMatchObject({ status: 200 });
    }
  });

  test("waits for an admin's approval if registration needs approval", async () => {
    oidc.server.deps.config.registration = "approval";
    const { "sign-in": code } = await oidc.signIn();
    expect(await oidc.exchange(code)).toMatchObject({
      status: 403,
      body: { code: "awaiting_approval" },
    });
  });

  test.each([
    ["open", undefined, true],
    ["open", false, false],
    ["closed", undefined, false],
    ["closed", true, true],
  ] as const)(
    "REGISTRATION=%s, create: %s: creates an account: %s",
    async (registration, create, isCreated) => {
      oidc.server.deps.config.registration = registration;
      oidc.configure({ create });
      const outcome = await oidc.signIn();
      expect(outcome["sign-in-error"]).toBe(isCreated ? undefined : "not_created");
      expect((await userOf(ADA.email)) !== undefined).toBe(isCreated);
    },
  );

  test("creates the first admin even if registration is closed", async () => {
    oidc.server.deps.config.registration = "closed";
    await oidc.server.db.updateTable("users").set({ role: "member" }).execute();
    expect((await oidc.session()).user.role).toBe("admin");
  });

  test("a new key of the provider is fetched when a token names it", async () => {
    await oidc.session();
    await provider.rotateKeys();
    const later = Date.now() + 15_000;
    jest.spyOn(Date, "now").mockImplementation(() => later);
    await oidc.session("ada", new Visitor());
  });
});

describe("a sign-in is refused", () => {
  test("if the user denies it", async () => {
    const form = await oidc.visitor.follow(await oidc.authorizationUrl(), isForm);
    expect(oidc.outcomeOf(await oidc.visitor.follow(`${form}/abort`, oidc.isScreen))).toEqual({
      "sign-in-error": "denied",
    });
  });

  test("if it took more than ten minutes", async () => {
    const back = await oidc.pass(await oidc.authorizationUrl(), "ada");
    oidc.server.clock.advance(10 * 60_000);
    expect(oidc.outcomeOf(await oidc.visitor.follow(back, oidc.isScreen))).toEqual({
      "sign-in-error": "expired",
    });
  });

  test("if its response arrives twice, or in another browser", async () => {
    const back = await oidc.pass(await oidc.authorizationUrl(), "ada");
    const expired = { "sign-in-error": "expired" };
    expect(oidc.outcomeOf(await new Visitor().follow(back, oidc.isScreen))).toEqual(expired);
    expect(oidc.outcomeOf(await oidc.visitor.follow(back, oidc.isScreen))).toHaveProperty(
      "sign-in",
    );
    expect(oidc.outcomeOf(await oidc.visitor.follow(back, oidc.isScreen))).toEqual(expired);
  });

  test("if the provider's code was used with another state, or was invented", async () => {
    const back = new URL(await oidc.pass(await oidc.authorizationUrl(), "ada"));
    back.searchParams.set("code", "invented");
    expect(oidc.outcomeOf(await oidc.visitor.follow(back.href, oidc.isScreen))).toEqual({
      "sign-in-error": "failed",
      reference: REFERENCE,
    });
    const other = new URL(await oidc.pass(await oidc.authorizationUrl(), "ada"));
    other.searchParams.set("state", "invented");
    expect(oidc.outcomeOf(await oidc.visitor.follow(other.href, oidc.isScreen))).toEqual({
      "sign-in-error": "expired",
    });
  });

  test("if the ID token has another nonce", async () => {
    const url = new URL(await oidc.authorizationUrl());
    url.searchParams.set("nonce", "another");
    const back = await oidc.pass(url.href, "ada");
    const warn = jest.spyOn(oidc.server.app.log, "warn");
    expect(oidc.outcomeOf(await oidc.visitor.follow(back, oidc.isScreen))).toEqual({
      "sign-in-error": "failed",
      reference: REFERENCE,
    });
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ provider: "test", claim: "nonce" }),
      "A provider's sign-in failed",
    );
    expect(await userOf(ADA.email)).toBeUndefined();
  });

  test("if the provider is down, while other ways in work; later it works again", async () => {
    const password_hash = await hashPassword("a long password");
    const email = "local@example.com";
    await oidc.server.as("member", { email, password_hash });
    oidc.configure({ issuer: "http://localhost:9" });
    expect(oidc.outcomeOf(await oidc.visitor.follow(oidc.start(), oidc.isScreen))).toEqual({
      "sign-in-error": "unavailable",
      reference: REFERENCE,
    });
    const local = { email, password: "a long password" };
    expect(await oidc.server.call("POST", "/api/auth/login", local)).toMatchObject({ status: 200 });
    oidc.configure();
    await oidc.session();
  });

  test("if the account is deactivated, with the text of the local sign-in", async () => {
    const { user } = await oidc.session();
    await oidc.server.db
      .updateTable("users")
      .set({ is_active: 0 })
      .where("id", "=", user.id)
      .execute();
    expect(await oidc.exchange((await oidc.signIn())["sign-in"])).toEqual({
      status: 403,
      body: { error: "Your account is deactivated. Please ask an admin.", code: "account_closed" },
    });
  });

  test("if its code is used twice, late, or in another browser", async () => {
    const { "sign-in": code } = await oidc.signIn();
    expect(await oidc.exchange(code, new Visitor())).toMatchObject({ status: 400 });
    expect(await oidc.exchange(code)).toMatchObject({ status: 200 });
    expect(await oidc.exchange(code)).toMatchObject({ status: 400 });
    const { "sign-in": late } = await oidc.signIn();
    oidc.server.clock.advance(60_000);
    expect(await oidc.exchange(late)).toMatchObject({ status: 400 });
  });
});
