import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import { sharedServer } from "#server/testing/sharedServer.ts";
import { readPerson } from "./claims.ts";
import { oidcClients } from "./clients.ts";
import { issueCode, SIGN_IN_CODE_MS } from "./codes.ts";
import { RESPONSE_MAX_BYTES } from "./limitedFetch.ts";
import { type OidcProvider, readProviders } from "./providerConfig.ts";

const server = sharedServer();
let privateKey: CryptoKey;
let keys: object;

/** A provider whose responses the tests choose. An endless one never ends by itself. */
let host: Server;
let issuer: string;
let endless: string | undefined;

const providerOf = (fields: object = {}): OidcProvider => {
  const settings = [{ id: "test", issuer, client_id: "taskdeck", label: "Test", ...fields }];
  return readProviders("OIDC_PROVIDERS", JSON.stringify(settings))[0] as OidcProvider;
};
const metadata = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/authorize`,
  token_endpoint: `${base}/token`,
  userinfo_endpoint: `${base}/userinfo`,
  jwks_uri: `${base}/keys`,
});

beforeAll(async () => {
  const pair = await generateKeyPair("RS256");
  ({ privateKey } = pair);
  keys = { keys: [await exportJWK(pair.publicKey)] };
  host = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    const { url = "" } = request;
    if (url === endless) {
      response.write('{"sub":"');
      const send = () => {
        while (!response.closed && response.write("x".repeat(65_536)));
        response.once("drain", send);
      };
      return send();
    }
    response.end(JSON.stringify(url === "/keys" ? keys : metadata(issuer)));
  });
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  issuer = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
beforeEach(() => {
  server.deps.config.oidcProviders = [providerOf()];
});
afterEach(() => {
  endless = undefined;
  jest.restoreAllMocks();
});
afterAll(() => {
  host.close();
  host.closeAllConnections();
});

test.each(["/.well-known/openid-configuration", "/keys", "/userinfo"])(
  "a response of a provider that never ends is cut: %s",
  async (path) => {
    endless = path;
    const use = async () => {
      const { openid, config, verify } = await oidcClients(() => 0)(providerOf());
      await verify(await new SignJWT({}).setProtectedHeader({ alg: "RS256" }).sign(privateKey), {
        issuer: "x",
      }).catch((failure: Error) => {
        if (path === "/keys") throw failure;
      });
      await openid.fetchUserInfo(config, "token", "ada");
    };
    const closed = new Promise<number>((resolve) =>
      host.once("request", function note(request, response) {
        if (request.url !== path) host.once("request", note);
        else response.once("close", () => resolve(request.socket.bytesWritten));
      }),
    );
    await expect(use()).rejects.toThrow();
    // Some more is in the buffers of the connection.
    expect(await closed).toBeLessThan(16 * RESPONSE_MAX_BYTES);
  },
);

test.each(["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])(
  "an https provider with http in its %s is refused",
  async (name) => {
    const base = "https://id.example";
    const plain = { ...metadata(base), [name]: "http://id.example/plain" };
    jest.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(plain));
    const connecting = oidcClients(() => 0)(providerOf({ issuer: base }));
    await expect(connecting).rejects.toThrow(`The provider's ${name} does not use https`);
  },
);

test.each([
  [{ email: "ada@x.org", email_verified: true }, {}, "ada@x.org", true],
  [{ email: "ada@x.org" }, { email: "eve@x.org", email_verified: true }, "eve@x.org", true],
  [{ email: "ada@x.org" }, { email_verified: true }, "ada@x.org", false],
  [{ email_verified: true }, { email: "ada@x.org" }, "ada@x.org", false],
  [
    { email: "ada@x.org", email_verified: false },
    { email: "eve@x.org", email_verified: true },
    "ada@x.org",
    false,
  ],
])(
  "an address and its verification have one source: ID token %j, userinfo %j",
  (token, userinfo, email, emailVerified) => {
    const person = readPerson(providerOf(), { sub: "ada", ...token }, userinfo);
    expect(person).toMatchObject({ email, emailVerified });
  },
);

test("a logout token ends sessions and waiting codes of its user, once", async () => {
  const { user } = await server.as("member");
  const ofAda = { userId: user.id, identityId: "ada" };
  const identity = { id: "ada", provider: "test", subject: "ada", email: user.email };
  const times = { created_at: user.created_at, confirmed_at: user.created_at };
  const row = { ...identity, ...times, user_id: user.id };
  await server.db.insertInto("identities").values(row).execute();
  const exchange = async (code: string) =>
    (await server.call("POST", "/api/auth/oidc/exchange", { code })).status;
  const issue = (sid: string) =>
    issueCode(server.db, { ...ofAda, sid }, SIGN_IN_CODE_MS, server.clock.time);
  const signIn = async () => {
    const { sessionId, call } = await server.signIn(user);
    const session = { session_id: sessionId, provider: "test", subject: "ada", sid: "one" };
    await server.db.insertInto("oidc_sessions").values(session).execute();
    return async () => (await call("GET", "/api/auth/me")).status;
  };
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const token = await new SignJWT({ events, sid: "one" })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(issuer)
    .setAudience("taskdeck")
    .setIssuedAt()
    .setJti("1")
    .sign(privateKey);
  const send = async () => {
    const response = await server.app.inject({
      method: "POST",
      url: "/api/auth/oidc/test/backchannel-logout",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: `logout_token=${token}`,
    });
    return response.statusCode;
  };
  const status = await signIn();
  const [waiting, other] = [await issue("one"), await issue("two")];
  expect([await status(), await send(), await status()]).toEqual([200, 204, 401]);
  expect([await exchange(waiting), await exchange(other)]).toEqual([400, 200]);
  const later = await signIn();
  expect([await send(), await later()]).toEqual([204, 200]);
});
