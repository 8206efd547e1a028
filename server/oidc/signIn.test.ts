import { afterEach, describe, expect, jest, test } from "@jest/globals";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { buildApp } from "#server/app.ts";
import { ADA, isForm, oidcServer } from "#server/testing/oidc/oidcServer.ts";
import { Visitor } from "#server/testing/oidc/visitor.ts";

/** A request's id in the log. */
const REFERENCE: unknown = expect.stringMatching(/^[\da-f-]{24,36}$/);

const oidc = oidcServer();
afterEach(() => {
  jest.restoreAllMocks();
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

  test.each([
    ["", "__Host-taskdeck_sign_in", "Path=/; Secure"],
    ["/tasks", "__Secure-taskdeck_sign_in", "Path=/tasks/api/auth/oidc; Secure"],
  ])(
    "on https below %j the cookie is %s, and another one is not adopted",
    async (basePath, name, place) => {
      const { deps } = oidc.server;
      const config = { ...deps.config, trustProxy: ["loopback"], basePath };
      const app = await buildApp({ ...deps, config });
      const planted = "A".repeat(43);
      const set = async (cookie: string) => {
        const headers = { "x-forwarded-proto": "https", cookie };
        const url = `${basePath}/api/auth/oidc/test/start`;
        return String((await app.inject({ url, headers })).headers["set-cookie"]);
      };
      const first = await set(`taskdeck_sign_in=${planted}`);
      expect(first).toMatch(new RegExp(`^${name}=[\\w-]{43}; ${place}; `));
      expect(first).not.toContain(planted);
      const [own = ""] = first.split(";");
      expect(await set(`taskdeck_sign_in=${planted}; ${own}`)).toContain(`${own};`);
      await app.close();
    },
  );

  test("a new key of the provider is fetched when a token names it", async () => {
    await oidc.session();
    await oidc.provider.rotateKeys();
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
    const [email, password] = ["local@example.com", "a long password"];
    await oidc.server.as("member", { email, password_hash: await hashPassword(password) });
    // A server that has not reached the provider before.
    const app = await buildApp(oidc.server.deps);
    const url = "/api/auth/oidc/test/start";
    const start = async () =>
      new URL(String((await app.inject(url)).headers.location), oidc.origin).href;
    oidc.configure({ issuer: "http://localhost:9" });
    expect(oidc.outcomeOf(await start())).toEqual({
      "sign-in-error": "unavailable",
      reference: REFERENCE,
    });
    const local = { method: "POST", url: "/api/auth/login", payload: { email, password } } as const;
    expect(await app.inject(local)).toMatchObject({ statusCode: 200 });
    oidc.configure();
    expect(await start()).toContain(oidc.provider.issuer);
    await app.close();
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

describe("sign-out", () => {
  const providerLogout = async ({ refreshToken }: SessionResponse) =>
    (await oidc.server.call("POST", "/api/auth/logout", { refreshToken })).headers[
      "x-provider-logout"
    ];

  /** Confirms the provider's sign-out. */
  async function endAtProvider(url: string): Promise<string> {
    const page = await oidc.visitor.send(url);
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
    const confirm = `${oidc.provider.issuer}/session/end/confirm`;
    return await oidc.visitor.submit(confirm, { xsrf, logout: "yes" }, oidc.isScreen);
  }

  test("returns the address of the provider's sign-out, which ends the provider's session and leads back to the sign-in screen", async () => {
    const path = await providerLogout(await oidc.session());
    expect(path).toBe("/api/auth/oidc/test/logout");
    const response = await oidc.visitor.send(`${oidc.origin}${String(path)}`);
    const end = await endAtProvider(response.headers.get("location") ?? "");
    expect(end).toBe(`${oidc.origin}/login`);
    // The provider asks for the password again.
    expect(isForm(await oidc.visitor.follow(await oidc.authorizationUrl(), isForm))).toBe(true);
  });

  test("returns no such address for other sessions, or if the provider's settings say so", async () => {
    const started = await oidc.session();
    oidc.configure({ logout: false });
    expect(await providerLogout(started)).toBeUndefined();
    const { refreshToken } = await oidc.server.as("member");
    const { headers } = await oidc.server.call("POST", "/api/auth/logout", { refreshToken });
    expect(headers["x-provider-logout"]).toBeUndefined();
  });

  test("at the provider ends the user's sessions here, by back-channel logout", async () => {
    const started = await oidc.session();
    const other = await oidc.session("ada", new Visitor());
    const events: unknown[] = [];
    oidc.server.deps.events.subscribe((event) => events.push(event));
    await endAtProvider(`${oidc.provider.issuer}/session/end?client_id=taskdeck`);
    expect(await oidc.refresh(started)).toBe(401);
    expect(await oidc.refresh(other)).toBe(200);
    expect(JSON.stringify(events)).toContain(`"type":"session"`);
  });

  test("a logout token that the provider has not signed ends nothing", async () => {
    const started = await oidc.session();
    const response = await fetch(`${oidc.origin}/api/auth/oidc/test/backchannel-logout`, {
      method: "POST",
      body: new URLSearchParams({ logout_token: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ." }),
    });
    expect(response.status).toBe(400);
    expect(await oidc.refresh(started)).toBe(200);
  });
});
