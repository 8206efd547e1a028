import { afterAll, beforeAll, beforeEach, expect } from "@jest/globals";
import type { SessionResponse } from "#contract/shapes/session.ts";
import { readProviders } from "#server/oidc/providerConfig.ts";
import type { TestServer } from "#server/testing/server.ts";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { settingsOf, startProvider, type TestProvider } from "./provider.ts";
import { Visitor } from "./visitor.ts";

/** The provider's user. */
export const ADA = { email: "ada@example.com", email_verified: true, name: "Ada Lovelace" };

/** Whether this is the address of a form of the provider. */
export const isForm = (url: string) => url.includes("/interaction/");

/** What the tests of a file share. */
interface Shared {
  server: TestServer;
  provider: TestProvider;
  origin: string;
}

type OidcServer = Awaited<ReturnType<typeof openOidcServer>>;

/** A shared server that listens and has a shared provider, and a visitor whose browser signs in there. */
export function oidcServer(): OidcServer {
  const server = sharedServer();
  const oidc = {} as OidcServer;
  let shared: Shared;
  beforeAll(async () => {
    const origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
    shared = { server, origin, provider: await startProvider() };
  });
  beforeEach(async () => void Object.assign(oidc, await openOidcServer(shared)));
  afterAll(() => shared.provider.close());
  return oidc;
}

async function openOidcServer({ server, origin, provider }: Shared) {
  server.deps.config.publicUrl = origin;
  const visitor = new Visitor();

  function configure(fields: object = {}) {
    const settings = JSON.stringify([settingsOf(provider, fields)]);
    server.deps.config.oidcProviders = readProviders("OIDC_PROVIDERS", settings);
  }

  const start = () => `${origin}/api/auth/oidc/test/start`;
  const isScreen = (url: string) => url.startsWith(`${origin}/login`);
  const isCallback = (url: string) => url.startsWith(`${origin}/api/auth/oidc/test/callback`);

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
    return outcomeOf(
      await who.follow(await pass(await authorizationUrl(who), login, who), isScreen),
    );
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

  configure();
  await provider.serve(origin, "test");
  await provider.setUsers({ ada: ADA });
  await server.as("admin", { email: "root@example.com" });

  return {
    server,
    origin,
    provider,
    visitor,
    configure,
    start,
    isScreen,
    outcomeOf,
    authorizationUrl,
    pass,
    signIn,
    exchange,
    session,
    refresh,
  };
}
