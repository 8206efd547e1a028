import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { SessionResponse } from "#contract/session.ts";
import { isForm, type OidcServer, startOidcServer } from "#server/testing/oidc/oidcServer.ts";
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

describe("sign-out", () => {
  const providerLogout = async ({ refreshToken }: SessionResponse) =>
    (await oidc.server.call("POST", "/api/auth/logout", { refreshToken })).headers[
      "x-provider-logout"
    ];

  /** Confirms the provider's sign-out. */
  async function endAtProvider(url: string): Promise<string> {
    const page = await oidc.visitor.send(url);
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(await page.text()) ?? [];
    const confirm = `${provider.issuer}/session/end/confirm`;
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
    await endAtProvider(`${provider.issuer}/session/end?client_id=taskdeck`);
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
