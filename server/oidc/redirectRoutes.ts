import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SignInFailure } from "#contract/signIn.ts";
import type { LoginThrottle } from "#server/auth/loginThrottle.ts";
import { api } from "#server/http/apiRoute.ts";
import { forbidden } from "#server/refusals.ts";
import { hashOf, newSecret } from "#server/secrets/secret.ts";
import { endSecrets, secretRow, workingSecrets } from "#server/secrets/table.ts";
import { findOrCreateAccount } from "./accounts.ts";
import {
  browserSecretOf,
  derivedSecrets,
  ensureBrowserSecret,
  SIGN_IN_SECONDS,
} from "./browserSecret.ts";
import { type OidcPerson, readPerson } from "./claims.ts";
import type { OidcClient } from "./clients.ts";
import { issueCode, LINK_CODE_MS, SIGN_IN_CODE_MS } from "./codes.ts";
import { failureCause } from "./failureCause.ts";
import { BY_PROVIDER, type OidcDeps, providerOf, publicBase } from "./oidcDeps.ts";
import type { OidcProvider } from "./providerConfig.ts";

/** A request of the browser during a sign-in. */
interface Navigation {
  request: FastifyRequest;
  reply: FastifyReply;
  provider: OidcProvider;
}

const navigation = {
  access: "public",
  tag: "OpenID Connect",
  params: BY_PROVIDER,
  status: 302,
  failures: { 403: "A page of another site sent the request in the background." },
} as const;
const START = api({
  ...navigation,
  operationId: "startOidcSignIn",
  summary: "Redirect to the provider's sign-in",
});
const CALLBACK = api({
  ...navigation,
  operationId: "finishOidcSignIn",
  summary: "The provider's response; redirects to the app with a code for /api/auth/oidc/exchange",
});
const SIGN_OUT = api({
  ...navigation,
  operationId: "startOidcSignOut",
  summary: "Redirect to the provider's sign-out",
});

/** Refuses requests that a page of another site sends without leading the browser here. */
async function requireNavigation({ headers }: FastifyRequest): Promise<void> {
  const site = headers["sec-fetch-site"];
  const isForeign = site === "cross-site" || site === "same-site";
  if (isForeign && headers["sec-fetch-dest"] !== "document") {
    throw forbidden("Please open this address in the browser");
  }
}

/** The sign-in screen. The outcome is in the fragment, which browsers don't send to servers. */
const signInScreen = (
  { config }: OidcDeps,
  reply: FastifyReply,
  outcome: Record<string, string> = {},
) => {
  const fragment = new URLSearchParams(outcome).toString();
  return reply.redirect(`${config.basePath}/login${fragment && `#${fragment}`}`, 302);
};
const failed = (deps: OidcDeps, reply: FastifyReply, failure: SignInFailure, reference?: string) =>
  signInScreen(deps, reply, {
    "sign-in-error": failure,
    ...(reference !== undefined && { reference }),
  });

const callbackUrl = ({ config }: OidcDeps, { id }: OidcProvider) =>
  new URL(`${publicBase(config)}/api/auth/oidc/${id}/callback`);

/** Logs why a provider could not be used. */
const logFailure = (request: FastifyRequest, { id }: OidcProvider, cause: unknown): void =>
  request.log.warn({ provider: id, ...failureCause(cause) }, "A provider's sign-in failed");

/** Logs why a sign-in failed. The sign-in screen shows the request's id, by which the line is found. */
function failWithReference(
  deps: OidcDeps,
  { request, reply, provider }: Navigation,
  failure: SignInFailure,
  cause: unknown = { code: failure },
) {
  logFailure(request, provider, cause);
  return failed(deps, reply, failure, request.id);
}

/** Redeems the provider's code, and reads who the user is. Throws if any check fails. */
async function readUser(
  { openid, config, verify }: OidcClient,
  provider: OidcProvider,
  response: URL,
  expected: { state: string; nonce: string; codeVerifier: string },
): Promise<OidcPerson> {
  const tokens = await openid.authorizationCodeGrant(config, response, {
    pkceCodeVerifier: expected.codeVerifier,
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    idTokenExpected: true,
  });
  const claims = await verify(tokens.id_token ?? "");
  const { userinfo_endpoint } = config.serverMetadata();
  if (userinfo_endpoint === undefined) return readPerson(provider, claims);
  const info = await openid.fetchUserInfo(config, tokens.access_token, String(claims.sub));
  return readPerson(provider, claims, info);
}

/** What the row of a sign-in under way holds. */
interface PendingSignIn {
  browser_hash: string;
  provider: string;
}

/** Ends the sign-in that this browser began with this state. Returns whether there was one. */
async function takeSignIn({ db, now }: OidcDeps, provider: string, state: string, browser: string) {
  const found = await workingSecrets(db, "provider_sign_in", now().toISOString())
    .select(["id", "content"])
    .where("hash", "=", hashOf(state))
    .executeTakeFirst();
  if (!found) return false;
  const begun = JSON.parse(found.content) as PendingSignIn;
  if (begun.browser_hash !== hashOf(browser) || begun.provider !== provider) return false;
  return (await endSecrets(db, [found.id], "used", now())).length > 0;
}

/** Finds or creates the user's account, and redirects to the app with a code. */
async function redirectWithCode(
  deps: OidcDeps,
  navigated: Navigation,
  person: OidcPerson,
  browserSecret: string,
) {
  const { db, config, now } = deps;
  const { reply, provider } = navigated;
  const account = await findOrCreateAccount(db, provider, person, config, now());
  if (account.outcome === "refused") {
    return failWithReference(deps, navigated, account.failure);
  }
  const { outcome, user, identityId } = account;
  const { sid, role, teams } = person;
  const claims = { role, teams };
  const content = { userId: user.id, browserSecret, identityId, sid, claims };
  if (outcome === "unconfirmed") {
    const code = await issueCode(db, content, LINK_CODE_MS, now());
    return signInScreen(deps, reply, { link: code, provider: provider.id });
  }
  const code = await issueCode(db, content, SIGN_IN_CODE_MS, now());
  return signInScreen(deps, reply, { "sign-in": code });
}

const parameter = (search: URLSearchParams, name: string) =>
  (search.get(name) ?? "").slice(0, 1_000);

/**
 * The navigations of a sign-in with a provider: to the provider, back to the app, and to the
 * provider's sign-out. `app` has no other routes.
 */
export function redirectRoutes(
  app: FastifyInstance,
  deps: OidcDeps,
  throttle: LoginThrottle,
): void {
  const { db, config, now, connect } = deps;
  app.addHook("onRequest", requireNavigation);

  app.get("/api/auth/oidc/:provider/start", START, async (request, reply) => {
    const provider = providerOf(config, request.params.provider);
    throttle.admitStart({ address: request.ip });
    let client: OidcClient;
    try {
      client = await connect(provider);
    } catch (failure) {
      return failWithReference(deps, { request, reply, provider }, "unavailable", failure);
    }
    const browserSecret = ensureBrowserSecret(request, reply, config);
    const state = newSecret();
    const content: PendingSignIn = { browser_hash: hashOf(browserSecret), provider: provider.id };
    const lifetimeMs = SIGN_IN_SECONDS * 1000;
    const row = secretRow("provider_sign_in", state, { at: now(), lifetimeMs, content });
    await db.insertInto("secrets").values(row).execute();
    const { nonce, codeVerifier } = derivedSecrets(browserSecret, state);
    const url = client.openid.buildAuthorizationUrl(client.config, {
      redirect_uri: callbackUrl(deps, provider).href,
      scope: provider.scopes,
      state,
      nonce,
      code_challenge: await client.openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    });
    return reply.redirect(url.href, 302);
  });

  app.get("/api/auth/oidc/:provider/callback", CALLBACK, async (request, reply) => {
    const provider = providerOf(config, request.params.provider);
    const navigated = { request, reply, provider };
    const response = callbackUrl(deps, provider);
    response.search = /\?.*/.exec(request.url)?.[0] ?? "";
    const state = parameter(response.searchParams, "state");
    const browserSecret = browserSecretOf(request, config);
    const isOwn =
      browserSecret !== undefined && (await takeSignIn(deps, provider.id, state, browserSecret));
    if (!isOwn) return failed(deps, reply, "expired");
    const error = parameter(response.searchParams, "error");
    if (error !== "") {
      if (error === "access_denied") return failed(deps, reply, "denied");
      return failWithReference(deps, navigated, "failed", { error });
    }
    try {
      const client = await connect(provider);
      const expected = { state, ...derivedSecrets(browserSecret, state) };
      const person = await readUser(client, provider, response, expected);
      return await redirectWithCode(deps, navigated, person, browserSecret);
    } catch (failure) {
      return failWithReference(deps, navigated, "failed", failure);
    }
  });

  app.get("/api/auth/oidc/:provider/logout", SIGN_OUT, async (request, reply) => {
    const provider = providerOf(config, request.params.provider);
    const client = await connect(provider).catch((failure: unknown) =>
      logFailure(request, provider, failure),
    );
    if (!client?.config.serverMetadata().end_session_endpoint) return signInScreen(deps, reply);
    const url = client.openid.buildEndSessionUrl(client.config, {
      post_logout_redirect_uri: `${publicBase(config)}/login`,
    });
    return reply.redirect(url.href, 302);
  });
}
