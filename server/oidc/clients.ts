import type { JWTPayload, JWTVerifyOptions } from "jose";
import type * as Openid from "openid-client";
import { limitedFetch } from "./limitedFetch.ts";
import type { OidcProvider } from "./providerConfig.ts";

const TIMEOUT_SECONDS = 5;
/** Discovered metadata is fetched again after this time. */
const METADATA_CACHE_MS = 60 * 60 * 1000;
/** The shortest time between two requests for a provider's keys. */
const KEY_COOLDOWN_MS = 10_000;

/** The addresses that Taskdeck uses, or sends browsers to. */
const ENDPOINTS = [
  "authorization_endpoint",
  "token_endpoint",
  "userinfo_endpoint",
  "end_session_endpoint",
  "jwks_uri",
] as const;
const isPlainHttp = (url = "https:") => !/^https:/i.test(url);

/** A provider whose metadata has been discovered. */
export interface OidcClient {
  openid: typeof Openid;
  config: Openid.Configuration;
  /**
   * Verifies a token that the provider has signed for Taskdeck. A key with an unknown id causes the
   * keys to be fetched again. Throws if the token is invalid.
   */
  verify(token: string, options?: JWTVerifyOptions): Promise<JWTPayload>;
}

/** Loads the libraries, and discovers the provider. */
async function discover(provider: OidcProvider): Promise<OidcClient> {
  const [openid, jose] = await Promise.all([import("openid-client"), import("jose")]);
  const { issuer, clientId, clientSecret } = provider;
  const isInsecure = issuer.startsWith("http:");
  const options = {
    timeout: TIMEOUT_SECONDS,
    [openid.customFetch]: limitedFetch,
    ...(isInsecure && { execute: [openid.allowInsecureRequests] }),
  };
  const discovered = await openid.discovery(
    new URL(issuer),
    clientId,
    undefined,
    openid.None(),
    options,
  );
  const metadata = discovered.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const authenticate = methods.includes("client_secret_basic")
    ? openid.ClientSecretBasic
    : openid.ClientSecretPost;
  const config = new openid.Configuration(
    metadata,
    clientId,
    undefined,
    clientSecret === undefined ? openid.None() : authenticate(clientSecret),
  );
  config.timeout = TIMEOUT_SECONDS;
  config[openid.customFetch] = limitedFetch;
  if (isInsecure) openid.allowInsecureRequests(config);
  const plain = isInsecure ? undefined : ENDPOINTS.find((name) => isPlainHttp(metadata[name]));
  if (plain !== undefined) throw new Error(`The provider's ${plain} does not use https`);
  if (metadata.jwks_uri === undefined) throw new Error("The provider's metadata has no jwks_uri");
  const keys = jose.createRemoteJWKSet(new URL(metadata.jwks_uri), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    cooldownDuration: KEY_COOLDOWN_MS,
    [jose.customFetch]: limitedFetch,
  });
  return {
    openid,
    config,
    async verify(token, checks) {
      const expected = { issuer: metadata.issuer, audience: clientId, clockTolerance: 30 };
      return (await jose.jwtVerify(token, keys, { ...expected, ...checks })).payload;
    },
  };
}

/**
 * Connects to providers on first use. After a failure the next call tries again; if the provider has
 * been reached before, its earlier metadata stays in use.
 *
 * @param elapsed a monotonic clock in ms
 */
export function oidcClients(
  elapsed: () => number,
): (provider: OidcProvider) => Promise<OidcClient> {
  const cached = new Map<string, { client: OidcClient; at: number }>();
  const running = new Map<string, Promise<OidcClient>>();

  async function refresh(provider: OidcProvider): Promise<OidcClient> {
    try {
      const client = await discover(provider);
      cached.set(provider.id, { client, at: elapsed() });
      return client;
    } catch (failure) {
      const earlier = cached.get(provider.id);
      if (!earlier) throw failure;
      earlier.at = elapsed();
      return earlier.client;
    } finally {
      running.delete(provider.id);
    }
  }

  return async (provider) => {
    const known = cached.get(provider.id);
    if (known && elapsed() - known.at < METADATA_CACHE_MS) return known.client;
    const run = running.get(provider.id) ?? refresh(provider);
    running.set(provider.id, run);
    return await run;
  };
}
